import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Database, openDatabase, OptimisticLockingError, where } from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Shop {
  constructor(readonly id: string, public town: string) {}
}
describeType(Shop, { id: t.id, town: t.string }, { id: "id" });

class Price {
  constructor(public cents: number, public currency: string) {}
}
describeType(Price, { cents: t.int, currency: t.string });

class Tag {
  constructor(readonly id: string) {}
}
describeType(Tag, { id: t.id }, { id: "id" });

/** An entity without a version, with a value of every kind. */
class Item {
  constructor(
    readonly id: string,
    public name: string,
    public copies: number | null,
    public sold: bigint,
    public weight: string,
    public added: Date,
    public day: Temporal.PlainDate,
    public cover: Uint8Array,
    public price: Price | null,
    public shop: Shop | null,
    public words: readonly string[],
    public facts: unknown,
    public tags: readonly Tag[],
  ) {}
}
describeType(Item, {
  id: t.id,
  name: t.string,
  copies: t.nullable(t.int),
  sold: t.bigint,
  weight: t.decimal,
  added: t.date,
  day: t.localDate,
  cover: t.bytes,
  price: t.nullable(t.object(() => Price)),
  shop: t.nullable(t.object(() => Shop)),
  words: t.list(t.string),
  facts: t.json,
  tags: t.list(t.object(() => Tag)),
}, { id: "id" });

/** One with a version. */
class Note {
  constructor(readonly id: string, public text: string, public stars: number, public version = 0) {}
}
describeType(Note, { id: t.id, text: t.string, stars: t.int, version: t.int }, { id: "id", version: "version" });

const types = [Shop, Tag, Item, Note];

async function filled(database: Database) {
  const [north, south] = await database.repository<Shop, string>(Shop)
    .saveAll([new Shop("n", "North"), new Shop("s", "South")]);
  const [hot, cold] = await database.repository<Tag, string>(Tag).saveAll([new Tag("hot"), new Tag("cold")]);
  const items = database.repository<Item, string>(Item);
  await items.save(
    new Item(
      "1",
      "Emma",
      3,
      2n ** 60n,
      "1.50",
      new Date("2024-01-02T03:04:05.678Z"),
      Temporal.PlainDate.from("2024-02-29"),
      new Uint8Array([1, 2]),
      new Price(100, "EUR"),
      north!,
      ["a", "b"],
      { deep: { list: [1, { x: null }] } },
      [hot!, cold!],
    ),
  );
  return { items, read: async () => (await items.findById("1"))!, south: south!, hot: hot! };
}

const changes: readonly [name: string, change: (item: Item, south: Shop, hot: Tag) => void][] = [
  ["a text", (item) => item.name = "Orlando"],
  ["null", (item) => item.copies = null],
  ["a bigint", (item) => item.sold += 1n],
  ["a decimal", (item) => item.weight = "2.25"],
  ["a date, in place", (item) => item.added.setUTCFullYear(2000)],
  ["a local date", (item) => item.day = item.day.add({ days: 1 })],
  ["bytes, in place", (item) => item.cover[0] = 7],
  ["a part of an embedded value, in place", (item) => item.price!.cents = 5],
  ["an embedded value", (item) => item.price = null],
  ["a reference", (item, south) => item.shop = south],
  ["a list of values, in place", (item) => void (item.words as string[]).push("c")],
  ["JSON, in place", (item) => (item.facts as { deep: { list: unknown[] } }).deep.list.reverse()],
  ["a list of entities, in place", (item) => void (item.tags as Tag[]).reverse()],
  ["fewer entities of a list", (item, _south, hot) => item.tags = [hot]],
];

onEveryStoreWith(types, "21.5 two saves of different properties without a version both survive", async (database) => {
  for (const [i, [one, first]] of changes.entries()) {
    const [other, second] = changes[(i + 3) % changes.length]!;
    await database.repository(Item).deleteAll();
    await database.repository(Tag).deleteAll();
    const { items, read, south, hot } = await filled(database);
    const [mine, yours, expected] = [await read(), await read(), await read()];
    first(mine, south, hot);
    second(yours, south, hot);
    await items.save(mine);
    await items.save(yours);
    first(expected, south, hot);
    second(expected, south, hot);
    assertEquals(await read(), expected, `${one}, then ${other}`);
  }
});

onEveryStoreWith(types, "21.5 an embedded value is written as a whole", async (database) => {
  const { items, read } = await filled(database);
  const [mine, yours, none] = [await read(), await read(), await read()];
  mine.price!.cents = 5;
  yours.price!.currency = "USD";
  none.price = null;
  await items.save(mine);
  await items.save(yours);
  assertEquals((await read()).price, new Price(100, "USD"));
  await items.save(none);
  mine.price!.cents = 6;
  await items.save(mine);
  assertEquals((await read()).price, new Price(6, "EUR"));
});

onEveryStoreWith(types, "21.5 every kind of change is written, and found by the next save of the same object", async (
  database,
) => {
  for (const [name, change] of changes) {
    await database.repository(Item).deleteAll();
    await database.repository(Tag).deleteAll();
    const { items, read, south, hot } = await filled(database);
    const [item, before] = [await read(), await read()];
    change(item, south, hot);
    const saved = await items.save(item);
    assertEquals(saved === item, false, name);
    assertEquals(saved, item, name);
    assertEquals(await read(), item, name);
    // Back to what was read first: that is a change, too.
    Object.assign(item, before);
    await items.save(item);
    assertEquals(await read(), before, name);
  }
});

onEveryStoreWith(types, "21.5 copies are compared with their original, and replace the whole without one", async (
  database,
) => {
  const { items, read } = await filled(database);
  const before = await read();
  await items.updateBy(where("id").is("1"), { copies: 50, price: new Price(7, "USD") });
  const copy = (values: Partial<Item>) => Object.assign(Object.create(Item.prototype), before, values) as Item;
  await items.save(copy({ name: "Copy" }), { original: before });
  assertEquals(await read(), copy({ name: "Copy", copies: 50, price: new Price(7, "USD") }));
  // An original that was never read is compared as it is.
  const byHand = copy({ name: "Copy" });
  await items.save(copy({ name: "By hand" }), { original: byHand });
  assertEquals(await read(), copy({ name: "By hand", copies: 50, price: new Price(7, "USD") }));
  await items.save(copy({ name: "Whole" }));
  assertEquals(await read(), copy({ name: "Whole" }));
  await assertRejects(
    () => items.save(new Item(...argumentsOf({ ...before, id: "2" })), { original: before }),
    TypeError,
  );
});

function argumentsOf(item: Item): ConstructorParameters<typeof Item> {
  const { id, name, copies, sold, weight, added, day, cover, price, shop, words, facts, tags } = item;
  return [id, name, copies, sold, weight, added, day, cover, price, shop, words, facts, tags];
}

onEveryStoreWith(types, "21.5 several are saved by what changed, those that others deleted are inserted again", async (
  database,
) => {
  const shops = database.repository<Shop, string>(Shop);
  const notes = database.repository<Note, string>(Note);
  await shops.saveAll(["a", "b", "c", "d"].map((id) => new Shop(id, `Town ${id}`)));
  const read = await shops.findAll();
  await shops.updateBy(where("id").in(["a", "b"]), { town: "Changed" });
  await shops.deleteById("c");
  await shops.deleteById("d");
  for (const shop of read) if (shop.id !== "a" && shop.id !== "d") shop.town = `New ${shop.id}`;
  await shops.saveAll([...read, new Shop("e", "Town e")]);
  const towns = (await shops.findAll()).map(({ id, town }) => [id, town]).toSorted();
  // What was not changed is not written: neither over the change of others, nor over their deletion.
  assertEquals(towns, [["a", "Changed"], ["b", "New b"], ["c", "New c"], ["e", "Town e"]]);
  const [c] = read.filter(({ id }) => id === "c");
  await shops.delete(c!);
  await shops.save(c!);
  assertEquals((await shops.findById("c"))?.town, "New c");
  const note = await notes.save(new Note("1", "a", 1));
  await notes.delete(note);
  note.text = "b";
  await assertRejects(() => notes.save(note), OptimisticLockingError);
});

onEveryStoreWith(types, "21.5 versions count on with each change, and are checked", async (database) => {
  const notes = database.repository<Note, string>(Note);
  const saved = await notes.save(new Note("1", "a", 1));
  assertEquals((await notes.save(saved)).version, 1);
  const [mine, yours] = [(await notes.findById("1"))!, (await notes.findById("1"))!];
  mine.text = "b";
  const stored = await notes.save(mine);
  assertEquals([stored.version, (await notes.findById("1"))!.version], [2, 2]);
  yours.stars = 5;
  await assertRejects(() => notes.save(yours), OptimisticLockingError);
  stored.stars = 5;
  assertEquals((await notes.save(stored)).version, 3);
  // A version that was set is checked, though nothing else has changed.
  const [current] = await notes.saveAll(await notes.findAll());
  assertEquals(current!.version, 3);
  current!.version = 2;
  await assertRejects(() => notes.save(current!), OptimisticLockingError);
});

onEveryStoreWith(types, "21.5 what was rolled back is no state to compare with", async (database) => {
  const { items, read } = await filled(database);
  const before = await read();
  const item = await read();
  let saved: Item | undefined;
  const fails = (options: { nested?: boolean }) =>
    database.transactions.run(async () => {
      item.name = "Rolled back";
      saved = await items.save(item);
      throw new RangeError("rolled back");
    }, options);
  await assertRejects(() => fails({}), RangeError);
  assertEquals(await read(), before);
  await items.save(saved!);
  assertEquals((await read()).name, "Rolled back");
  await items.save(before);
  Object.assign(item, before, { copies: 9 });
  await database.transactions.run(async () => {
    await assertRejects(() => fails({ nested: true }), RangeError);
    await items.save(item);
  });
  assertEquals([(await read()).name, (await read()).copies], ["Rolled back", 9]);
});

onEveryStoreWith(types, "21.5 what was not selected is left alone", async (database) => {
  const { items, read } = await filled(database);
  const before = await read();
  const [part] = await items.findAll({ select: ["name", "price.cents"] as string[] });
  part!.name = "Part";
  part!.price!.cents = 1;
  part!.copies = 8;
  await items.save(part!);
  const after = await read();
  assertEquals(after, Object.assign(before, { name: "Part", copies: 8, price: new Price(1, "EUR") }));
});

Deno.test("21.5 a save writes the columns that changed, and nothing when nothing has", async () => {
  const statements: string[] = [];
  await using database = await openDatabase("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  await database.createTables(...types);
  const { items, read } = await filled(database);
  const notes = database.repository<Note, string>(Note);
  const note = await notes.save(new Note("1", "a", 1));
  const item = await read();
  const written = async (save: () => Promise<unknown>) => {
    statements.length = 0;
    await save();
    return statements.splice(0);
  };
  const all = await items.findAll();
  assertEquals(await written(() => items.save(item)), []);
  assertEquals(await written(() => items.save(all[0]!)), []);
  assertEquals(await written(() => notes.saveAll([note])), []);
  item.name = "Orlando";
  assertEquals(await written(() => items.save(item)), ['update "items" set "name" = ? where "id" = ?']);
  assertEquals(await written(() => items.save(item)), []);
  note.stars = 2;
  assertEquals(await written(() => notes.save(note)), [
    'update "notes" set "stars" = ?, "version" = ? where "id" = ? and "version" = ?',
  ]);
  const copy = new Item(...argumentsOf(item));
  assertEquals((await written(() => items.save(copy)))[0]!.startsWith("insert into"), true);
});
