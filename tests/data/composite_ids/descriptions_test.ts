import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Class, describeType, entity, t } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { onEveryStoreWith } from "../stores.ts";
import { Tagging } from "./warehouse.ts";

async function opened(...types: readonly Class[]): Promise<void> {
  await using database = await openDatabase("memory:");
  await database.createTables(...types);
}

Deno.test("21.5 an id is a property, or a list of different ones", () => {
  for (const id of [["item"], [], ["item", "item"], ["item", 1], 7]) {
    assertThrows(
      () => entity({ item: t.int, tag: t.string }, { id: id as never }),
      TypeError,
      'Cannot use option "id" of class "entity" as it must be a property, "id", or a list of two or more different',
    );
  }
});

Deno.test("21.5 a part of an id is a single value or a reference that is never null", async () => {
  class Json extends entity({ item: t.int, tag: t.json }, { id: ["item", "tag"] }) {}
  await assertRejects(() => opened(Json), TypeError, 'Cannot use property "tag" of class "Json" as id');
  class Loose extends entity({ item: t.int, tag: t.nullable(t.string) }, { id: ["item", "tag"] }) {}
  await assertRejects(() => opened(Loose), TypeError, 'Cannot use property "tag" of class "Loose" as a part of the id');
  class Missing {
    item = 1;
  }
  describeType(Missing as Class<object>, { item: t.int } as object, { id: ["item", "tag"] as never });
  await assertRejects(() => opened(Missing), TypeError, 'Cannot use property "tag" of class "Missing" as id');
});

Deno.test("21.5 the database makes no id of several properties", async () => {
  class Made extends entity({ item: t.generated(t.int), tag: t.string }, {
    id: ["item", "tag"],
    generatedId: "database",
  }) {}
  await assertRejects(() => opened(Made), TypeError, 'Cannot let the database make the id of class "Made"');
});

class Invoice extends entity({
  tenant: t.string,
  number: t.generatedId,
  total: t.int,
}, { id: ["tenant", "number"] }) {}

class Shelf extends entity({ id: t.id, tags: t.list(t.ref(() => Tagging)) }, { id: "id" }) {}

onEveryStoreWith([Invoice], "21.5 a part that is generated is a new UUID where it is absent", async (database) => {
  const invoices = database.repository(Invoice);
  const [a, b] = await invoices.saveAll([
    new Invoice({ tenant: "acme", total: 1 }),
    new Invoice({ tenant: "acme", total: 2 }),
  ]) as [Invoice, Invoice];
  assertEquals([a.number === b.number, a.number.length], [false, 36]);
  assertEquals((await invoices.findById({ tenant: "acme", number: b.number }))?.total, 2);
});

Deno.test("21.5 a list in a table of its own needs elements with a single id", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await assertRejects(
    () => database.createTables(Shelf),
    TypeError,
    'Cannot keep list "Shelf.tags" in a table of its own, which mappedBy avoids, as Tagging must be identified by a ' +
      'single property: its id is ["item", "tag"]',
  );
});
