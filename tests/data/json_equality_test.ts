import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Criteria, Example, ExampleMatcher, openDatabase, repository, where } from "@espalier/espalier/data";
import { type StoreKind, stores } from "./stores.ts";

class Mark {
  id!: number;
}
describeType(Mark, { id: t.int }, { id: "id" });

class Line {
  amount!: number;
  more!: unknown;
}
describeType(Line, { amount: t.int, more: t.nullable(t.json) });

class Stamp {
  facts!: unknown;
  counts!: readonly bigint[] | null;
  mark!: Mark | null;
}
describeType(Stamp, {
  facts: t.nullable(t.json),
  counts: t.nullable(t.list(t.bigint)),
  mark: t.nullable(t.object(() => Mark)),
});

class Sheet {
  id!: number;
  extra!: unknown;
  labels!: Readonly<Record<string, string>>;
  lines!: readonly Line[];
  stamp!: Stamp | null;
  any!: readonly unknown[];
  marks!: readonly Mark[];
}
describeType(Sheet, {
  id: t.int,
  extra: t.nullable(t.json),
  labels: t.map(t.string),
  lines: t.list(t.object(() => Line)),
  stamp: t.nullable(t.object(() => Stamp)),
  any: t.list(t.json),
  marks: t.list(t.object(() => Mark)),
}, { id: "id" });

class Sheets extends repository(Sheet, {
  findByExtra: "list",
  findByExtraNot: "list",
  findByExtraIn: "list",
  findByExtraNotIn: "list",
  findByLabels: "list",
  findByLines: "list",
  findByLinesIn: "list",
  findByLinesContaining: "list",
  findByStamp: "list",
  findByStampFacts: "list",
  findByAny: "list",
  findByAnyContaining: "list",
  findByAnyNotContaining: "list",
  findByMarks: "list",
  findByMarksIn: "list",
}) {}

const mark: Mark = { id: 7 };
const empty = { extra: null, labels: {}, lines: [], stamp: null, any: [], marks: [] };
const rows: readonly Sheet[] = [
  {
    id: 1,
    extra: { a: 1, b: { c: [1, { x: 1, y: 2 }], d: 2 } },
    labels: { x: "1", y: "2" },
    lines: [{ amount: 1, more: { p: 1, q: 2 } }],
    stamp: { facts: { a: 1, b: 2 }, counts: [1n], mark },
    any: [{ a: 1, b: 2 }, true, "1"],
    marks: [mark],
  },
  { ...empty, id: 2, extra: ["a", { k: 1 }], any: ['{"a":1,"b":2}', 1, null, [1, { a: 1, b: 2 }]] },
  { ...empty, id: 3, extra: "text", any: ["true", { a: 1, b: 2, c: 3 }] },
];

// The values of the first row, with their keys the other way round.
const extra = { b: { d: 2, c: [1, { y: 2, x: 1 }] }, a: 1 };
const lines: readonly Line[] = [{ more: { q: 2, p: 1 }, amount: 1 }];
const stamp: Stamp = { mark, counts: [1n], facts: { b: 2, a: 1 } };
const labels = { y: "2", x: "1" };

async function sheetsIn(store: StoreKind) {
  const database = await store.open();
  await database.createTables(Mark, Sheet);
  await database.repository(Mark).save(mark);
  const sheets = new Sheets(database);
  await sheets.saveAll(rows);
  return { sheets, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

for (const store of stores) {
  const test = (name: string, work: (sheets: Sheets) => Promise<void>) =>
    Deno.test({
      name: `${name} [${store.name}]`,
      ignore: store.ignore,
      fn: async () => {
        await using opened = await sheetsIn(store);
        await work(opened.sheets);
      },
    });
  const ids = async (found: Promise<readonly Sheet[]>) => (await found).map(({ id }) => id).sort();

  test("C4.1 the sequence of keys means nothing to equality in query methods", async (sheets) => {
    assertEquals(await ids(sheets.findByExtra(extra)), [1]);
    assertEquals(await ids(sheets.findByExtraNot(extra)), [2, 3]);
    assertEquals(await ids(sheets.findByExtraIn([extra, "text"])), [1, 3]);
    assertEquals(await ids(sheets.findByExtraNotIn([extra, "text"])), [2]);
    assertEquals(await ids(sheets.findByLabels(labels)), [1]);
    assertEquals(await ids(sheets.findByLines(lines)), [1]);
    assertEquals(await ids(sheets.findByLinesIn([lines])), [1]);
    assertEquals(await ids(sheets.findByLinesContaining(lines[0]!)), [1]);
    assertEquals(await ids(sheets.findByStamp(stamp)), [1]);
    assertEquals(await ids(sheets.findByStampFacts({ b: 2, a: 1 })), [1]);
    assertEquals(await ids(sheets.findByAny([{ b: 2, a: 1 }, true, "1"])), [1]);
  });

  test("C4.1 the sequence of keys means nothing to criteria and examples", async (sheets) => {
    const criteria: readonly Criteria[] = [
      where("extra").is(extra),
      where("extra").in([extra]),
      where("labels").is(labels),
      where("lines").has(lines[0]),
      where("stamp").is(stamp),
    ];
    for (const each of criteria) assertEquals(await ids(sheets.findBy(each)), [1]);
    const probes: readonly Partial<Sheet>[] = [{ extra }, { stamp }, { stamp: { ...stamp, counts: null } }];
    for (const probe of probes) assertEquals(await ids(sheets.findBy(Example.of(Sheet, probe))), [1]);
    const any = Example.of(Sheet, { extra, stamp: { ...stamp, facts: 5 } }, ExampleMatcher.matchingAny());
    assertEquals(await ids(sheets.findBy(any)), [1]);
    assertEquals(await ids(sheets.findBy(Example.of(Sheet, { extra: { ...extra, more: 1 } }))), []);
    assertEquals(await ids(sheets.findBy(Example.of(Sheet, { labels: {}, lines: [], any: [] }))), [1, 2, 3]);
  });

  test("C4.1 an element of a list is found by its value and its type", async (sheets) => {
    const found = [{ b: 2, a: 1 }, '{"a":1,"b":2}', true, 1, "1", "true", null, [1, { b: 2, a: 1 }], [], {}]
      .map((element) => ids(sheets.findByAnyContaining(element)));
    assertEquals(await Promise.all(found), [[1], [2], [1], [2], [1], [3], [2], [2], [], []]);
    assertEquals(await ids(sheets.findByAnyNotContaining({ b: 2, a: 1 })), [2, 3]);
  });

  test("C4.1 JSON that the store can't hold equals nothing", async (sheets) => {
    for (const value of ["\0", { a: "\0" }, { "\ud800": 1 }, ["x", { a: ["\ud800"] }]]) {
      assertEquals(await ids(sheets.findByExtra(value)), []);
      assertEquals(await ids(sheets.findByExtraNot(value)), [1, 2, 3]);
      assertEquals(await ids(sheets.findByAnyContaining(value)), []);
    }
  });

  test("C4.1 JSON has no order and is no text", async (sheets) => {
    await assertRejects(() => sheets.findBy(where("extra").lessThan(1)), TypeError, "must be a single value");
    await assertRejects(() => sheets.findBy(where("extra").containing("a")), TypeError, "must be a string");
  });

  test("C4.1 a list of entities is asked for one of them, a list of values is compared as a whole", async (sheets) => {
    assertEquals(await ids(sheets.findByMarks(mark)), [1]);
    assertEquals(await ids(sheets.findByMarksIn([mark, { id: 8 }])), [1]);
    const call = (value: unknown) => () => sheets.findByMarks(value as Mark);
    await assertRejects(call([mark]), TypeError, "must be one element of the list: current value is a list");
    await assertRejects(() => sheets.findByLines(lines[0]!), TypeError, "must be a list: current value is an object");
    await assertRejects(() => sheets.findByStamp("x" as never), TypeError, 'must be an object: current value is "x"');
  });
}

Deno.test("C4.1 JSON that SQLite was given by others is found however it is written", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await database.createTables(Mark, Sheet);
  const sheets = new Sheets(database);
  await sheets.save({ ...rows[0]!, marks: [], stamp: null });
  await database.execute(`update sheets set extra = '{ "b" : [1.0, 2e0],  "a":null }', "any" = '[ {"k":1.0, "j":2} ]'`);
  assertEquals((await sheets.findByExtra({ a: null, b: [1, 2] })).length, 1);
  assertEquals((await sheets.findByAny([{ j: 2, k: 1 }])).length, 1);
  assertEquals((await sheets.findByAnyContaining({ j: 2, k: 1 })).length, 1);
});
