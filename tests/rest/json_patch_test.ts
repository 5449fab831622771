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
import { Books, libraryApp, send, writable } from "./library.ts";

class Task {
  description!: string | null;
  complete!: boolean;
}
describeType(Task, { description: t.nullable(t.string), complete: t.boolean });

class Plan {
  id!: string;
  items!: readonly Task[];
  notes!: readonly string[] | null;
  kinds!: readonly ("FIRST" | "SECOND")[];
  labels!: Readonly<Record<string, string>>;
  map!: unknown;
  birthday!: Date | null;
  amount!: number | null;
  renamed!: string | null;
  hidden!: string | null;
  main!: Task | null;
}
describeType(Plan, {
  id: t.id,
  items: t.list(t.object(() => Task)),
  notes: t.nullable(t.list(t.string)),
  kinds: t.list(t.enum("FIRST", "SECOND")),
  labels: t.map(t.string),
  map: t.nullable(t.json),
  birthday: t.nullable(t.date),
  amount: t.nullable(t.int),
  renamed: t.nullable(t.string),
  hidden: t.nullable(t.string),
  main: t.nullable(t.object(() => Task)),
}, { id: "id" });

class Plans extends repository(Plan, {}) {}

const plan: Plan = {
  id: "one",
  items: [
    { description: "A", complete: true },
    { description: "B", complete: false },
    { description: "C", complete: false },
  ],
  notes: null,
  kinds: ["FIRST"],
  labels: { x: "y" },
  map: null,
  birthday: null,
  amount: 1,
  renamed: "old",
  hidden: "secret",
  main: { description: "M", complete: true },
};

async function plans(): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Plans).toResolvedValue((database) => new Plans(database), [Database]);
  });
  const properties = { renamed: { name: "demaner" }, hidden: { hidden: true } };
  const container = createContainer(
    data({ entities: [Plan] }),
    rest(),
    beans,
    exportRepository(Plans, { writable: true, properties }),
  );
  const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  await container.get(Plans).save(plan);
  return app;
}

/** What a patch answers with: the status, and the changed properties or what is said about the failure. */
async function patched(patch: unknown, type: string): Promise<[status: number, answer: unknown]> {
  await using app = await plans();
  const headers = { "content-type": type, accept: "*/*" };
  const { status, body } = await send(app, "PATCH /plans/one", { json: patch, headers });
  if (status !== 200) return [status, body.errors?.map(({ property, message }: never) => [property, message])];
  const { renamed: demaner, id: _id, hidden: _hidden, ...rest } = plan;
  const changed = Object.entries({ ...rest, demaner }).flatMap(([name, before]) =>
    JSON.stringify(before) === JSON.stringify(body[name]) ? [] : [[name, body[name]]]
  );
  return [status, Object.fromEntries(changed)];
}

const [a, b, c] = plan.items;
const d: Task = { description: "D", complete: false };

const applied: readonly (readonly [operation: object, changed: object])[] = [
  [{ op: "add", path: "/items/1", value: d }, { items: [a, d, b, c] }],
  [{ op: "add", path: "/items/-", value: d }, { items: [a, b, c, d] }],
  [{ op: "add", path: "/notes/-", value: "first" }, { notes: ["first"] }],
  [{ op: "copy", from: "/items/0/description", path: "/notes/-" }, { notes: ["A"] }],
  [{ op: "copy", from: "/items/0/description", path: "/items/1/description" }, {
    items: [a, { ...b, description: "A" }, c],
  }],
  [{ op: "copy", from: "/items/0/complete", path: "/items/1/description" }, {
    items: [a, { ...b, description: "true" }, c],
  }],
  [{ op: "copy", from: "/items/1", path: "/items/0" }, { items: [b, a, b, c] }],
  [{ op: "copy", from: "/items/0", path: "/items/2" }, { items: [a, b, a, c] }],
  [{ op: "copy", from: "/items/0", path: "/items/3" }, { items: [a, b, c, a] }],
  [{ op: "copy", from: "/items/0", path: "/items/-" }, { items: [a, b, c, a] }],
  [{ op: "copy", from: "/items/-", path: "/items/0" }, { items: [c, a, b, c] }],
  [{ op: "test", path: "/items/1", value: b }, {}],
  [{ op: "replace", path: "/items/1/description", value: 22 }, { items: [a, { ...b, description: "22" }, c] }],
  [{ op: "replace", path: "/items/1", value: d }, { items: [a, d, c] }],
  [{ op: "replace", path: "/demaner", value: "new" }, { demaner: "new" }],
  [{ op: "replace", path: "/birthday", value: "2000-01-01" }, { birthday: "2000-01-01T00:00:00.000Z" }],
  [{ op: "replace", path: "/kinds", value: ["SECOND", "FIRST"] }, { kinds: ["SECOND", "FIRST"] }],
  ...["x']['y", "key[0]", "k(expr)", "a=b", "a+b", "a?b:c", "a#b", "someKey"].map((key) =>
    [{ op: "add", path: `/labels/${key}`, value: "v" }, { labels: { x: "y", [key]: "v" } }] as const
  ),
];

Deno.test("a JSON Patch inserts, copies and replaces within lists, and keys of dictionaries are plain texts", async () => {
  for (const [operation, changed] of applied) {
    assertEquals([operation, await patched([operation], "application/json-patch+json")], [operation, [200, changed]]);
  }
});

const refused: readonly (readonly [operation: object, status: number, errors?: unknown])[] = [
  [{ op: "move", from: "/items/0/complete", path: "/items/1/description" }, 422, [[
    "items[0].complete",
    "must not be null",
  ]]],
  [{ op: "test", path: "/items/1", value: a }, 400, undefined],
  [{ op: "replace", path: "/renamed", value: "new" }, 400, undefined],
  [{ op: "replace", path: "/hidden", value: "new" }, 400, undefined],
  [{ op: "replace", path: "/amount", value: 18446744073709551616 }, 400, [["amount", "must be an integer of 32 bits"]]],
  [{ op: "add", path: "/items/__proto__/__proto__/__proto__/-", value: "x" }, 400, undefined],
  [{ op: "add", path: "/demaner/-", value: "x" }, 400, undefined],
  [{ op: "add", path: "/birthday/-", value: "x" }, 400, [[
    "birthday",
    "must be a date and time such as 2026-01-31T12:00:00Z",
  ]]],
];

Deno.test("a JSON Patch that takes away what must be there, or leads elsewhere, is refused", async () => {
  for (const [operation, ...answer] of refused) {
    assertEquals([operation, await patched([operation], "application/json-patch+json")], [operation, answer]);
  }
  await using app = await plans();
  const headers = { "content-type": "application/json-patch+json" };
  const { status, body } = await send(app, "PATCH /plans/one", { json: {}, headers });
  assertEquals([status, body.detail], [
    400,
    "Cannot apply the patch as a body of type application/json-patch+json must be a list of operations",
  ]);
});

const merged: readonly (readonly [patch: object, changed: object])[] = [
  [{ map: { a: "1", b: { c: "2" } } }, { map: { a: "1", b: { c: "2" } } }],
  [{ labels: { x: null, z: "w" } }, { labels: { z: "w" } }],
  [{ main: { description: "N" } }, { main: { description: "N", complete: true } }],
  [{ main: null }, { main: null }],
  [{ items: [d] }, { items: [d] }],
  [{ items: [a, b, c, d] }, { items: [a, b, c, d] }],
  [{ notes: ["x"] }, { notes: ["x"] }],
  [{ kinds: ["SECOND", "FIRST"] }, { kinds: ["SECOND", "FIRST"] }],
];

Deno.test("a merge patch replaces lists, and merges objects and dictionaries", async () => {
  for (const [patch, changed] of merged) {
    assertEquals([patch, await patched(patch, "application/merge-patch+json")], [patch, [200, changed]]);
  }
});

const missing: readonly (readonly [json: object, property: string])[] = [
  [{ main: { complete: null } }, "main.complete"],
  [{ main: {}, items: [{}] }, "items[0].complete"],
  [{ items: [a, null] }, "items[1]"],
  [{ kinds: [null] }, "kinds[0]"],
];

Deno.test("a value that is missing further inside is refused as one at the top is", async () => {
  for (const [json, property] of missing) {
    const answer = await patched(json, "application/merge-patch+json");
    assertEquals([json, answer], [json, [422, [[property, "must not be null"]]]]);
  }
  const both = await patched({ amount: "x", main: { complete: null } }, "application/merge-patch+json");
  assertEquals(both, [400, [["amount", "must be an integer of 32 bits"], ["main.complete", "must not be null"]]]);
});

const patches: readonly (readonly [patch: unknown, expected: unknown])[] = [
  [[{ op: "replace", path: "/title", value: "New" }], { title: "New" }],
  [[{ op: "replace", path: "/title", value: 22 }], { title: "22" }],
  [[{ op: "add", path: "/tags/-", value: "last" }], { tags: ["classic", "tag 0", "last"] }],
  [[{ op: "add", path: "/tags/1", value: "middle" }], { tags: ["classic", "middle", "tag 0"] }],
  [[{ op: "copy", from: "/inPrint", path: "/title" }], { title: "true" }],
  [[{ op: "move", from: "/tags/-", path: "/tags/0" }], { tags: ["tag 0", "classic"] }],
  [[{ op: "remove", path: "/origin/country" }], { origin: { city: "Bath", country: null } }],
  [[{ op: "test", path: "/tags/-", value: "tag 0" }, { op: "replace", path: "/published", value: 1900 }], {
    published: 1900,
  }],
  [[{ op: "replace", path: "/author", value: "/authors/verne" }], {}],
];

Deno.test("PATCH applies a JSON Patch", async () => {
  for (const [json, expected] of patches) {
    await using app = await libraryApp(writable);
    const headers = { "content-type": "application/json-patch+json", accept: "application/json" };
    const { status, body } = await send(app, "PATCH /books/book-0", { json, headers });
    const changed = Object.fromEntries(Object.keys(expected as object).map((name) => [name, body[name]]));
    assertEquals([json, status, changed], [json, 200, expected]);
  }
});

Deno.test("C2.3 a JSON Patch can't grow a document without bound", async () => {
  await using app = await libraryApp(writable);
  const headers = { "content-type": "application/json-patch+json" };
  const json = Array(60).fill({ op: "copy", from: "/tags", path: "/tags/-" });
  const { status, body } = await send(app, "PATCH /books/book-0", { json, headers });
  const operation = '{"op":"copy","from":"/tags","path":"/tags/-"}';
  const detail =
    `Cannot apply patch operation ${operation} as a patch must copy and move 1048576 characters of JSON at most`;
  assertEquals([status, body.detail], [400, detail]);
});

const unplaced: readonly (readonly [operation: unknown, reason: string])[] = [
  [
    { op: "add", path: "/tags/9", value: "X" },
    'index from 0 to 2 or "-", as the list has 2 elements: current value is "9"',
  ],
  [{ op: "add", path: "/tags/01", value: "X" }, 'current value is "01"'],
  [{ op: "copy", from: "/title", path: "/tags/-1" }, 'current value is "-1"'],
  [{ op: "remove", path: "/tags/9" }, 'as there is no value at "/tags/9"'],
  [{ op: "replace", path: "/tags/length", value: 0 }, 'as there is no value at "/tags/length"'],
  [{ op: "replace", path: "/tags/length", value: "X" }, 'as there is no value at "/tags/length"'],
  [{ op: "test", path: "/tags/length", value: 2 }, 'as there is no value at "/tags/length"'],
  [{ op: "copy", from: "/tags/length", path: "/title" }, 'as there is no value at "/tags/length"'],
  [{ op: "remove", path: "/tags/00" }, 'as there is no value at "/tags/00"'],
  [{ op: "test", path: "/tags/1.0", value: "tag 0" }, 'as there is no value at "/tags/1.0"'],
  [{ op: "replace", path: "/origin/planet/name", value: "X" }, 'as there is no value at "/origin/planet/name"'],
];

Deno.test("C2.3 a JSON Patch that leads nowhere is refused with index and size, or the path", async () => {
  await using app = await libraryApp(writable);
  const headers = { "content-type": "application/json-patch+json" };
  for (const [operation, reason] of unplaced) {
    const { status, body } = await send(app, "PATCH /books/book-0", { json: [operation], headers });
    assertEquals([status, body.detail.includes(reason) ? reason : body.detail], [400, reason]);
  }
});

Deno.test("C2.3 a JSON Patch tests and copies what may only be read, and knows items by any of their URIs", async () => {
  await using app = await libraryApp({ ...writable, rest: { basePath: "/api" } });
  const patched = async (...json: unknown[]) => {
    const headers = { "content-type": "application/json-patch+json", accept: "application/json" };
    const { status, body } = await send(app, "PATCH /api/books/book-0", { json, headers });
    return [status, status === 200 ? body.title : body.detail.replace(/^.* as (?=")/, "")];
  };
  const added = "2026-01-01T00:00:00.000Z";
  const isAdded = { op: "test", path: "/addedAt", value: added };
  assertEquals(await patched(isAdded, { op: "copy", from: "/addedAt", path: "/title" }), [200, added]);
  assertEquals((await patched({ ...isAdded, value: "2026-01-02T00:00:00.000Z" }))[0], 400);
  const unwritable = [400, '"path" must lead to a property that may be written: there is no "addedAt"'];
  for (const op of ["replace", "add", "remove"]) {
    assertEquals(await patched({ op, path: "/addedAt", value: added }), unwritable);
  }
  assertEquals(await patched({ op: "move", from: "/addedAt", path: "/title" }), [
    400,
    '"from" must lead to a property that may be written: there is no "addedAt"',
  ]);
  const unreadable = [400, '"path" must lead to a property that may be read: there is no "secret"'];
  assertEquals(await patched({ op: "test", path: "/secret", value: "secret 0" }), unreadable);
  for (const uri of ["/authors/austen", "/api/authors/austen", "http://localhost/api/authors/austen{?projection}"]) {
    assertEquals(await patched({ op: "test", path: "/author", value: uri }), [200, added]);
  }
  const coAuthors = ["http://localhost/api/authors/verne", "/api/authors/anonymous"];
  assertEquals(await patched({ op: "test", path: "/coAuthors", value: coAuthors }), [200, added]);
  assertEquals(await patched({ op: "test", path: "/coAuthors/1", value: coAuthors[1] }), [200, added]);
  for (const value of ["/api/authors/verne", "/api/books/austen", null, 1]) {
    assertEquals((await patched({ op: "test", path: "/author", value }))[0], 400);
  }
});

Deno.test("C2.3 a JSON Patch tests what nested objects show, and changes of it what may be written", async () => {
  await using app = await libraryApp({
    books: { writable: true, properties: { author: { link: false } } },
    authors: { properties: { born: { readOnly: true }, name: { name: "called" } } },
  });
  const patched = async (...json: unknown[]) => {
    const headers = { "content-type": "application/json-patch+json", accept: "application/json" };
    const { status, body } = await send(app, "PATCH /books/book-0", { json, headers });
    return [status, status === 200 ? body.author : body.detail.replace(/^.* as (?=["a-z])/, "")];
  };
  const austen = { id: "austen", called: "Jane Austen", born: 1775 };
  const verne = { id: "verne", called: "Jules Verne", born: 1828 };
  assertEquals(await patched({ op: "test", path: "/author/born", value: 1775 }), [200, austen]);
  assertEquals(await patched({ op: "test", path: "/author", value: austen }), [200, austen]);
  assertEquals(await patched({ op: "test", path: "/author/born", value: 1776 }), [400, "the test failed"]);
  const toVerne = { op: "replace", path: "/author/id", value: "verne" };
  assertEquals(await patched({ op: "test", path: "/author/born", value: 1775 }, toVerne), [200, verne]);
  for (const name of ["born", "name", "nothing"]) {
    assertEquals(await patched({ op: "add", path: `/author/${name}`, value: 1 }), [
      400,
      `"path" must lead to a property that may be written: there is no "author/${name}"`,
    ]);
  }
  assertEquals(await patched({ op: "move", from: "/author/born", path: "/published" }), [
    400,
    '"from" must lead to a property that may be written: there is no "author/born"',
  ]);
  assertEquals(await patched({ op: "copy", from: "/author/born", path: "/published" }), [200, verne]);
  assertEquals((await send(app, "/books/book-0")).body.published, 1828);
});

Deno.test("C2.3 a JSON Patch tests what values mean, not how they are spelled", async () => {
  await using app = await libraryApp(writable);
  const statusOf = async (...json: unknown[]) => {
    const headers = { "content-type": "application/json-patch+json" };
    return (await send(app, "PATCH /books/book-0", { json, headers })).status;
  };
  for (const value of ["2026-01-01", "2026-01-01T00:00Z", "2026-01-01T01:00:00+01:00"]) {
    assertEquals(await statusOf({ op: "test", path: "/addedAt", value }), 204, value);
  }
  for (const value of ["2026-01-02", "January 1", 5, null, {}]) {
    assertEquals(await statusOf({ op: "test", path: "/addedAt", value }), 400, String(value));
  }
  assertEquals(await statusOf({ op: "test", path: "/origin", value: { country: "England", city: "Bath" } }), 204);
  assertEquals(await statusOf({ op: "test", path: "/origin", value: { city: "Bath" } }), 400);
  assertEquals(await statusOf({ op: "test", path: "/tags", value: ["classic", "tag 0"] }), 204);
});

Deno.test("a JSON Patch puts back what it took away", async () => {
  await using app = await libraryApp(writable);
  const headers = { "content-type": "application/json-patch+json", accept: "*/*" };
  const json = [
    { op: "remove", path: "/published" },
    { op: "add", path: "/published", value: 1850 },
    { op: "move", from: "/translator", path: "/translator" },
    { op: "remove", path: "/origin/country" },
    { op: "add", path: "/origin/country", value: "Wales" },
  ];
  const { status, body } = await send(app, "PATCH /books/book-0", { json, headers });
  assertEquals([status, body.published, body.origin], [200, 1850, { city: "Bath", country: "Wales" }]);
});

const refusedPatches: readonly (readonly [patch: unknown, status: number])[] = [
  [{ op: "replace", path: "/title", value: "X" }, 400],
  [[{ op: "replace", path: "/title", value: "X" }, { op: "test", path: "/published", value: 1 }], 400],
  [[{ op: "replace", path: "/title", value: "X" }, { op: "remove", path: "/title" }], 422],
  [[{ op: "move", from: "/inPrint", path: "/title" }], 422],
  [[{ op: "replace", path: "/secret", value: "X" }], 400],
  [[{ op: "copy", from: "/secret", path: "/title" }], 400],
  [[{ op: "replace", path: "/version", value: 9 }], 400],
  [[{ op: "add", path: "/tags/9", value: "X" }], 400],
  [[{ op: "add", path: "/__proto__/x", value: "X" }], 400],
  [[{ op: "add", path: "/origin/constructor/prototype/x", value: "X" }], 400],
  [[{ op: "explode", path: "/title" }], 400],
  [[{ op: "replace", path: "", value: {} }], 400],
  [[{ op: "replace", path: "/published", value: 18446744073709551616 }], 400],
  [[{ op: "add", path: "/title" }], 400],
  [[{ op: "replace", path: "/title/0", value: "X" }], 400],
  [[{ op: "add", path: "/published/x", value: "X" }], 400],
  [[{ op: "test", path: "/title/length", value: 7 }], 400],
  [[{ op: "copy", from: "/title/0", path: "/title" }], 400],
  [[null], 400],
];

Deno.test("a patch that fails leaves nothing behind", async () => {
  await using app = await libraryApp(writable);
  for (const [json, expected] of refusedPatches) {
    const headers = { "content-type": "application/json-patch+json" };
    const { status } = await send(app, "PATCH /books/book-0", { json, headers });
    assertEquals([json, status], [json, expected]);
  }
  const stored = await app.container.get(Books).findById("book-0");
  assertEquals([stored?.title, stored?.version], ["Title A", 1]);
});

Deno.test("a JSON Patch has a limited number of operations, which the refusal names", async () => {
  await using app = await libraryApp(writable);
  const headers = { "content-type": "application/json-patch+json" };
  const patch = (count: number) => Array(count).fill({ op: "test", path: "/title", value: "Title A" });
  const { status, body } = await send(app, "PATCH /books/book-0", { json: patch(1_001), headers });
  assertEquals([status, body.detail, body.limit], [
    400,
    "Cannot apply the patch as it must have 1000 operations at most: current number is 1001",
    { name: "maxPatchOperations", value: 1_000 },
  ]);
  assertEquals((await send(app, "PATCH /books/book-0", { json: patch(1_000), headers })).status < 300, true);
});

Deno.test("a JSON Patch that tests a list of 1,000 elements takes time linear in its length", async () => {
  await using app = await libraryApp(writable);
  const merge = { "content-type": "application/merge-patch+json" };
  const tags = Array.from({ length: 1_000 }, (_, i) => `tag ${i}`);
  assertEquals((await send(app, "PATCH /books/book-0", { json: { tags }, headers: merge })).status, 204);
  const headers = { "content-type": "application/json-patch+json" };
  const equal = [{ op: "test", path: "/tags", value: tags }];
  assertEquals((await send(app, "PATCH /books/book-0", { json: equal, headers })).status, 204);
  const different = [{ op: "test", path: "/tags", value: tags.toReversed() }];
  const { status, body } = await send(app, "PATCH /books/book-0", { json: different, headers });
  assertEquals([status, body.detail.endsWith("… as the test failed")], [400, true]);
});

Deno.test("a JSON Patch builds nothing that is nested more deeply than a body may be", async () => {
  await using app = await plans();
  const headers = { "content-type": "application/json-patch+json" };
  const levels = (depth: number): unknown => depth === 0 ? 1 : { x: levels(depth - 1) };
  const moved = [
    { op: "add", path: "/map", value: { a: levels(60), b: levels(60) } },
    { op: "move", from: "/map/a", path: `/map/b${"/x".repeat(59)}/y` },
  ];
  const { status, body } = await send(app, "PATCH /plans/one", { json: moved, headers });
  assertEquals([status, body.detail.endsWith("as the result must be nested at most 100 levels deep")], [400, true]);
});
