import { assertEquals, assertRejects } from "@std/assert";
import { type AnyDescriptor, type Class, describeType, t } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { onEveryStore } from "./stores.ts";

/** Describes a class with properties that TypeScript lets no class declare, or not as text. */
function describeNames(type: Class, properties: Readonly<Record<string, AnyDescriptor>>, options: object = {}): void {
  describeType(type, { id: t.id, ...properties } as never, { id: "id", ...options } as never);
}

class Word {
  readonly id: string;

  constructor(id: string, values: Readonly<Record<string, unknown>>) {
    this.id = id;
    Object.assign(this, values);
  }
}
describeNames(
  Word,
  { constructor: t.string, toString: t.string, valueOf: t.nullable(t.object(() => Word)) },
  // With options for other properties each look-up by name has an object to look into.
  {
    columns: { id: "id" },
    columnTypes: {},
    lengths: { id: 80 },
    defaults: {},
    generated: {},
    references: {},
  },
);

onEveryStore("C5.1 properties may have names that all objects inherit", async (database) => {
  await database.createTables(Word);
  const words = database.repository<Word, string>(Word);
  const first = await words.save(new Word("1", { constructor: "a", toString: "b", valueOf: null }));
  await words.save(new Word("2", { constructor: "c", toString: "d", valueOf: first }));
  const found: object = await words.findById("2") ?? {};
  const referred = Reflect.get(found, "valueOf") as object;
  const texts = [found, referred].map((word) => [Reflect.get(word, "constructor"), Reflect.get(word, "toString")]);
  assertEquals(texts, [["c", "d"], ["a", "b"]]);
});

class Prototyped {
  constructor(readonly id: string) {}
}
describeNames(Prototyped, { ["__proto__"]: t.string });

Deno.test("C5.1 a property named __proto__ is refused, as its value can't be assigned", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await assertRejects(
    async () => await database.createTables(Prototyped),
    TypeError,
    'Cannot store property "__proto__" of class "Prototyped"',
  );
});
