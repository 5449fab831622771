import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { DataIntegrityError, repository } from "@espalier/espalier/data";
import { type StoreKind, stores } from "./stores.ts";

class Mark {
  id!: number;
  name!: string | null;
}
describeType(Mark, { id: t.int, name: t.nullable(t.string) }, { id: "id" });

class Note {
  id!: number;
  text!: string;
  pages!: readonly number[] | null;
  extra!: unknown;
  marks!: readonly Mark[];
}
describeType(Note, {
  id: t.int,
  text: t.string,
  pages: t.nullable(t.list(t.int)),
  extra: t.nullable(t.json),
  marks: t.list(t.object(() => Mark)),
}, { id: "id" });

class Notes extends repository(Note, {
  findByTextMatches: "list",
  findByTextMatchesIgnoreCase: "list",
  deleteByTextMatches: "number",
  findByPagesNotContaining: "list",
}) {}

const marks = [{ id: 1, name: "red" }, { id: 2, name: null }];
const rows: readonly Note[] = [
  { id: 1, text: "Ärger", pages: [1, 2], extra: null, marks: [marks[0]!] },
  { id: 2, text: "ärgern", pages: [], extra: null, marks },
  { id: 3, text: "straße", pages: null, extra: null, marks: [marks[1]!] },
  { id: 4, text: "(", pages: null, extra: null, marks: [] },
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

  test("C4.1 a regular expression ignores the case of all letters", async (notes) => {
    assertEquals(ids(await notes.findByTextMatchesIgnoreCase("^Ä")), [1, 2]);
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
