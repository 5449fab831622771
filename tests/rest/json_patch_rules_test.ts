import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { libraryApp, send, writable } from "./library.ts";

class Entry {
  on!: Date | null;
  texts!: readonly string[];
}
describeType(Entry, { on: t.nullable(t.date), texts: t.list(t.string) });

class Diary {
  id!: string;
  days!: readonly Date[];
  byName!: Readonly<Record<string, Date>>;
  first!: Date | null;
  kind!: "OPEN" | "SECRET";
  entry!: Entry;
  labels!: Readonly<Record<string, string>>;
  notes!: readonly string[] | null;
  json!: unknown;
}
describeType(Diary, {
  id: t.id,
  days: t.list(t.date),
  byName: t.map(t.date),
  first: t.nullable(t.date),
  kind: t.enum("OPEN", "SECRET"),
  entry: t.object(() => Entry),
  labels: t.map(t.string),
  notes: t.nullable(t.list(t.string)),
  json: t.nullable(t.json),
}, { id: "id" });

class Diaries extends repository(Diary, {}) {}

const day = new Date("2024-02-29T00:00:00.000Z");
const diary: Diary = {
  id: "one",
  days: [day, day],
  byName: { leap: day },
  first: day,
  kind: "OPEN",
  entry: { on: day, texts: ["a", "b"] },
  labels: { x: "y" },
  notes: null,
  json: { list: [1, 2], text: "text" },
};

async function diaryApp(): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Diaries).toResolvedValue((database) => new Diaries(database), [Database]);
  });
  const exported = exportRepository(Diaries, { writable: true });
  const container = createContainer(data({ entities: [Diary] }), rest(), beans, exported);
  const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  await container.get(Diaries).save(diary);
  return app;
}

const headers = { "content-type": "application/json-patch+json", accept: "application/json" };

/** The changed document, or why a patch is refused. */
async function patched(app: Application, ...operations: unknown[]): Promise<[status: number, answer: unknown]> {
  const { status, body } = await send(app, "PATCH /diaries/one", { json: operations, headers });
  return [status, status === 200 ? body : body.detail.replace(/^Cannot apply patch operation .*? as (?=["a-z])/, "")];
}

/** Applies a patch to a fresh document, and returns one property of the result. */
async function property(name: string, ...operations: unknown[]): Promise<unknown> {
  await using app = await diaryApp();
  const [status, body] = await patched(app, ...operations);
  return status === 200 ? (body as Record<string, unknown>)[name] : body;
}

const operations = '"op" must be one of test, replace, remove, add, copy, move';
const noPath = (member: string) => `"${member}" must be a path such as "/title"`;
const noPrototype = (member: string) => `"${member}" must not lead to "__proto__", "constructor" or "prototype"`;
const nothingAt = (path: string) => `there is no value at "${path}"`;

const refused: readonly (readonly [operation: unknown, reason: string])[] = [
  ["add", operations],
  [null, operations],
  [{ path: "/labels/x" }, operations],
  [{ op: "swap", path: "/labels/x" }, operations],
  [{ op: "add", value: "v" }, noPath("path")],
  [{ op: "add", path: 5, value: "v" }, noPath("path")],
  [{ op: "add", path: "labels", value: "v" }, noPath("path")],
  [{ op: "test", path: "", value: "v" }, noPath("path")],
  [{ op: "copy", path: "/labels/x" }, noPath("from")],
  [{ op: "move", from: "labels/x", path: "/labels/z" }, noPath("from")],
  ...["__proto__", "constructor", "prototype"].flatMap((name) =>
    [
      [{ op: "add", path: `/labels/${name}`, value: "v" }, noPrototype("path")],
      [{ op: "copy", from: `/json/${name}`, path: "/labels/x" }, noPrototype("from")],
    ] as const
  ),
  ...["add", "replace", "test"].map((op) => [{ op, path: "/labels/x" }, '"value" must be there'] as const),
  [{ op: "test", path: "/labels/none", value: "v" }, nothingAt("/labels/none")],
  [{ op: "test", path: "/json/toString", value: "v" }, nothingAt("/json/toString")],
  [{ op: "test", path: "/json/text/length", value: 4 }, nothingAt("/json/text/length")],
  [{ op: "test", path: "/notes/0", value: "v" }, nothingAt("/notes/0")],
  [{ op: "test", path: "/json/list/length", value: 2 }, nothingAt("/json/list/length")],
  [{ op: "copy", from: "/labels/none", path: "/labels/x" }, nothingAt("/labels/none")],
  [{ op: "remove", path: "/labels/none" }, nothingAt("/labels/none")],
  [{ op: "replace", path: "/labels/none", value: "v" }, nothingAt("/labels/none")],
  [
    { op: "test", path: "/entry/none", value: "v" },
    `"path" must lead to a property that may be read: there is no "entry/none"`,
  ],
  [
    { op: "add", path: "/entry/none", value: "v" },
    `"path" must lead to a property that may be written: there is no "entry/none"`,
  ],
  [{ op: "add", path: "/none", value: "v" }, '"path" must lead to a property that may be written: there is no "none"'],
  [
    { op: "add", path: "/days/3", value: "v" },
    '"path" must end in an index from 0 to 2 or "-", as the list has 2 elements: current value is "3"',
  ],
];

Deno.test("C2.3 a JSON Patch is refused with the reason, and changes nothing", async () => {
  await using app = await diaryApp();
  for (const [operation, reason] of refused) {
    assertEquals([operation, await patched(app, { op: "remove", path: "/labels/x" }, operation)], [operation, [
      400,
      reason,
    ]]);
  }
  assertEquals((await patched(app, { op: "test", path: "/labels", value: { x: "y" } }))[0], 200);
});

/** Values of which the first equals the second as RFC 6902 says. */
const equal: readonly (readonly [unknown, unknown])[] = [
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }],
  [[], []],
  [{}, {}],
  ["", ""],
];

const unequal: readonly (readonly [unknown, unknown])[] = [
  [[1, 2], [1, 2, 3]],
  [[1, 2, 3], [1, 2]],
  [[1, 2], [1, 3]],
  [[1, 2], [2, 1]],
  [[], {}],
  [{ length: 0 }, []],
  [[], { length: 0 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, null],
  [{ a: 1 }, "a"],
  ["", {}],
  [5, {}],
  [{}, ""],
  [1, "1"],
  [0, false],
];

Deno.test("C2.3 the operation `test` compares as RFC 6902 says", async () => {
  await using app = await diaryApp();
  const tested = (actual: unknown, expected: unknown) =>
    patched(app, { op: "replace", path: "/json", value: [actual] }, { op: "test", path: "/json/0", value: expected });
  for (const [actual, expected] of equal) {
    assertEquals([actual, expected, (await tested(actual, expected))[0]], [actual, expected, 200]);
  }
  for (const [actual, expected] of unequal) {
    assertEquals([actual, expected, await tested(actual, expected)], [actual, expected, [400, "the test failed"]]);
  }
});

Deno.test("C2.3 the operation `test` reads values as they are described, wherever they stand", async () => {
  await using app = await diaryApp();
  const spelled = "2024-02-29T01:00:00+01:00";
  const places: readonly (readonly [string, unknown])[] = [
    ["/first", spelled],
    ["/days", [spelled, spelled]],
    ["/days/1", spelled],
    ["/days/-", spelled],
    ["/byName", { leap: spelled }],
    ["/byName/leap", spelled],
    ["/entry", { on: spelled, texts: ["a", "b"] }],
    ["/entry/on", spelled],
    ["/kind", "OPEN"],
    ["/json", { text: "text", list: [1, 2] }],
  ];
  for (const [path, value] of places) {
    assertEquals([path, (await patched(app, { op: "test", path, value }))[0]], [path, 200]);
    for (const other of ["soon", 5, null, [], {}, [5], { leap: 5, on: 5, none: spelled }]) {
      assertEquals([path, await patched(app, { op: "test", path, value: other })], [path, [400, "the test failed"]]);
    }
  }
});

Deno.test("C2.3 a JSON Patch reads from the last element of a list by `-`", async () => {
  const entry = { on: day.toISOString(), texts: ["a", "b"] };
  assertEquals(await property("entry", { op: "remove", path: "/entry/texts/-" }), { ...entry, texts: ["a"] });
  assertEquals(await property("entry", { op: "replace", path: "/entry/texts/-", value: "c" }), {
    ...entry,
    texts: ["a", "c"],
  });
  assertEquals(await property("labels", { op: "copy", from: "/entry/texts/-", path: "/labels/z" }), { x: "y", z: "b" });
  const one = { op: "remove", path: "/entry/texts/-" };
  assertEquals(await property("entry", one, one), { ...entry, texts: [] });
  assertEquals(await property("entry", one, one, one), nothingAt("/entry/texts/-"));
});

Deno.test("C2.3 a JSON Patch that appends to a list that is null creates the list", async () => {
  assertEquals(await property("notes", { op: "add", path: "/notes/-", value: "a" }), ["a"]);
  assertEquals(await property("notes", { op: "move", from: "/labels/x", path: "/notes/-" }), ["y"]);
  const inner = { op: "add", path: "/json", value: { inner: { list: null } } };
  assertEquals(await property("json", inner, { op: "add", path: "/json/inner/list/-", value: 1 }), {
    inner: { list: [1] },
  });
  assertEquals(await property("notes", { op: "replace", path: "/notes/-", value: "a" }), nothingAt("/notes/-"));
});

Deno.test("C2.3 paths escape the slash as ~1 and the tilde as ~0", async () => {
  for (const [path, name] of [["a~1b", "a/b"], ["a~0b", "a~b"], ["~01", "~1"], ["~1~0~1", "/~/"]] as const) {
    assertEquals(await property("labels", { op: "add", path: `/labels/${path}`, value: "v" }), { x: "y", [name]: "v" });
  }
});

Deno.test("C2.3 a JSON Patch moves a value", async () => {
  assertEquals(await property("labels", { op: "move", from: "/labels/x", path: "/labels/z" }), { z: "y" });
});

Deno.test("C2.3 the values that a JSON Patch copies and moves have 1,048,576 characters together at most", async () => {
  // Eight of them are the limit.
  const text = "x".repeat(131_072 - 2);
  const add = { op: "add", path: "/json", value: [text, 1] };
  for (const op of ["copy", "move"]) {
    const takes = Array(8).fill({ op, from: "/json/0", path: "/json/0" });
    assertEquals(Array.isArray(await property("json", add, ...takes)), true);
    const more = { op: "copy", from: "/json/-", path: "/json/0" };
    const reason = "a patch must copy and move 1048576 characters of JSON at most";
    assertEquals(await property("json", add, ...takes, more), reason);
  }
});

const nested = (depth: number): unknown => depth === 0 ? 1 : [nested(depth - 1)];
const inside = (levels: number) => `/json${"/0".repeat(levels)}`;

Deno.test("C2.3 a JSON Patch builds 100 levels at most, counted from the document", async () => {
  const reason = "the result must be nested at most 100 levels deep";
  const outer = { op: "add", path: "/json", value: nested(60) };
  const into = (depth: number) => ({ op: "add", path: `${inside(59)}/0`, value: nested(depth) });
  assertEquals(Array.isArray(await property("json", outer, into(39))), true);
  assertEquals(await property("json", outer, into(40)), reason);
  const source = { op: "add", path: "/json", value: [nested(60), nested(60)] };
  for (const op of ["copy", "move"]) {
    const path = `/json/0${"/0".repeat(38)}/0`;
    assertEquals(Array.isArray(await property("json", source, { op, from: "/json/1", path: path.slice(0, -2) })), true);
    assertEquals(await property("json", source, { op, from: "/json/1", path: `${path}/0` }), reason);
  }
  const test = { op: "test", path: inside(50), value: nested(60) };
  assertEquals(await property("json", outer, test), "the test failed");
});

Deno.test("C2.3 a patch must be a list of operations", async () => {
  await using app = await diaryApp();
  for (const json of [{ op: "remove", path: "/labels/x" }, "remove", 5]) {
    const { status, body } = await send(app, "PATCH /diaries/one", { json, headers });
    assertEquals([status, body.detail.replace(/^.*(?=must be a list)/, "")], [400, "must be a list of operations"]);
  }
});

Deno.test("C2.3 of nested objects a JSON Patch reads what is shown, and changes what may be written on the whole path", async () => {
  await using app = await libraryApp({
    books: { writable: true, properties: { author: { link: false, readOnly: true } } },
    authors: { ...writable.authors, properties: { born: { hidden: true } } },
  });
  const detail = async (operation: unknown) => {
    const { status, body } = await send(app, "PATCH /books/book-0", { json: [operation], headers });
    return status === 200 ? status : body.detail.replace(/^.*? as (?=["a-z])/, "");
  };
  const may = (verb: string, name: string) =>
    `"path" must lead to a property that may be ${verb}: there is no "${name}"`;
  assertEquals(await detail({ op: "test", path: "/author/name", value: "Jane Austen" }), 200);
  assertEquals(await detail({ op: "replace", path: "/author/name", value: "X" }), may("written", "author/name"));
  assertEquals(await detail({ op: "test", path: "/author/born", value: 1775 }), may("read", "author/born"));
});
