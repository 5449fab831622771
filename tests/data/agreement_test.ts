import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { DataIntegrityError, repository, Sort } from "@espalier/espalier/data";
import { type StoreKind, stores } from "./stores.ts";

class Mark {
  id!: number;
  name!: string | null;
}
describeType(Mark, { id: t.int, name: t.nullable(t.string) }, { id: "id" });

class Part {
  data!: Uint8Array;
  count!: bigint;
}
describeType(Part, { data: t.bytes, count: t.bigint });

class Note {
  id!: number;
  text!: string;
  pages!: readonly number[] | null;
  extra!: unknown;
  days!: readonly Date[];
  counts!: readonly bigint[];
  parts!: readonly Part[];
  marks!: readonly Mark[];
}
describeType(Note, {
  id: t.int,
  text: t.string,
  pages: t.nullable(t.list(t.int)),
  extra: t.nullable(t.json),
  days: t.list(t.date),
  counts: t.list(t.bigint),
  parts: t.list(t.object(() => Part)),
  marks: t.list(t.object(() => Mark)),
}, { id: "id" });

class Notes extends repository(Note, {
  findByTextMatches: "list",
  findByTextMatchesIgnoreCase: "list",
  deleteByTextMatches: "number",
  deleteByTextMatchesOrId: "number",
  findByPagesNotContaining: "list",
  findByDaysContaining: "list",
  findByDays: "list",
  findByCountsContaining: "list",
  findByCounts: "list",
  findByExtra: "list",
  findByPartsContaining: "list",
}) {}

const marks = [{ id: 1, name: "red" }, { id: 2, name: null }];
const [day, large] = [new Date("2026-01-31T10:00:00Z"), 9007199254740993n];
const parts = [{ data: new Uint8Array([0, 255]), count: large }];
const empty = { pages: null, extra: null, days: [], counts: [], parts: [], marks: [] };
const rows: readonly Note[] = [
  { ...empty, id: 1, text: "Ärger", pages: [1, 2], extra: "1", days: [day], parts, marks: [marks[0]!] },
  { ...empty, id: 2, text: "ärgern", pages: [], extra: 1, counts: [1n, large], marks },
  { ...empty, id: 3, text: "straße", extra: { a: [1, null] }, marks: [marks[1]!] },
  { ...empty, id: 4, text: "(", extra: [] },
];

/** Opens a store that holds the four notes. */
async function notesIn(store: StoreKind) {
  const database = await store.open();
  await database.createTables(Mark, Note);
  await database.repository(Mark).saveAll(marks);
  const notes = new Notes(database);
  await notes.saveAll(rows);
  return { notes, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

for (const store of stores) {
  const test = (name: string, work: (notes: Notes) => Promise<void>) =>
    Deno.test({
      name: `${name} [${store.name}]`,
      ignore: store.ignore,
      fn: async () => {
        await using opened = await notesIn(store);
        await work(opened.notes);
      },
    });
  const ids = (found: readonly Note[]) => found.map(({ id }) => id);

  test("C4.1 a regular expression that can't be read is refused, and the store goes on", async (notes) => {
    for (const expression of ["[", "(", "*"]) {
      await assertRejects(() => notes.findByTextMatches(expression), TypeError, "must be readable");
      await assertRejects(() => notes.deleteByTextMatches(expression), TypeError, "must be readable");
    }
    assertEquals(ids(await notes.findByTextMatches("^ä")), [2]);
    assertEquals(await notes.count(), 4);
  });

  test("C4.1 a deletion whose expression can't be read deletes nothing, in a transaction too", async (notes) => {
    await assertRejects(() => notes.deleteByTextMatchesOrId("[", 1), TypeError, "must be readable");
    assertEquals(await notes.count(), 4);
    if (store.name === "postgres") return; // There a failed statement ends the transaction.
    await notes.database.transactions.run(async () => {
      await notes.deleteByTextMatches("^ä");
      await assertRejects(() => notes.deleteByTextMatchesOrId("[", 1), TypeError, "must be readable");
    });
    assertEquals(ids(await notes.findAll(Sort.by("id"))), [1, 3, 4]);
  });

  test("C4.1 a regular expression ignores the case of all letters", async (notes) => {
    assertEquals(ids(await notes.findByTextMatchesIgnoreCase("^Ä")), [1, 2]);
  });

  test("C4.1 lists and JSON are compared by what they hold", async (notes) => {
    assertEquals(ids(await notes.findByDaysContaining(new Date(day))), [1]);
    assertEquals(ids(await notes.findByDays([day])), [1]);
    assertEquals(ids(await notes.findByCountsContaining(large)), [2]);
    assertEquals(ids(await notes.findByCounts([1n, large])), [2]);
    assertEquals(ids(await notes.findByPartsContaining(parts[0]!)), [1]);
    assertEquals(ids(await notes.findByPartsContaining({ ...parts[0]!, count: 1n })), []);
    const found = ["1", 1, { a: [1, null] }, [], "x", 2, {}].map((extra) => notes.findByExtra(extra));
    assertEquals((await Promise.all(found)).map(ids), [[1], [2], [3], [4], [], [], []]);
  });

  test("C5.1 bytes and big integers are kept in lists of values", async (notes) => {
    const { parts: kept } = (await notes.findById(1))!;
    assertEquals(kept.map(({ data, count }) => ({ data, count })), parts);
  });

  test("C4.1 a list that is absent holds nothing", async (notes) => {
    assertEquals(ids(await notes.findByPagesNotContaining(1)), [2, 3, 4]);
  });
}

Deno.test({
  name: "C5.1 JSON that PostgreSQL can't hold is refused as such",
  ignore: stores.find(({ name }) => name === "postgres")!.ignore,
  fn: async () => {
    await using opened = await notesIn(stores.find(({ name }) => name === "postgres")!);
    for (const extra of [{ "half\ud800": 1 }, "\ud800", "\u0000"]) {
      await assertRejects(() => opened.notes.save({ ...rows[0]!, extra }), DataIntegrityError);
    }
  },
});
