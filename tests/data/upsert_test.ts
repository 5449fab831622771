import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  DataIntegrityError,
  OptimisticLockingError,
  UnknownPropertyError,
} from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Shop {
  constructor(readonly id: string, readonly town: string) {}
}
describeType(Shop, { id: t.id, town: t.string }, { id: "id" });

class Title {
  constructor(readonly lang: string, readonly text: string) {}
}
describeType(Title, { lang: t.string, text: t.string });

interface ItemValues {
  id?: string;
  isbn?: string | null;
  shelf?: string;
  place?: number;
  shop?: Shop | null;
  state?: string;
  title?: Title;
  version?: number;
}

class Item {
  declare readonly id: string;
  declare readonly isbn: string | null;
  declare readonly shelf: string;
  declare readonly place: number;
  declare readonly shop: Shop | null;
  declare readonly state: string;
  declare readonly title: Title;
  declare readonly version: number;
  constructor(values: ItemValues) {
    Object.assign(this, values);
  }
}
describeType(Item, {
  id: t.id,
  isbn: t.nullable(t.string),
  shelf: t.string,
  place: t.int,
  shop: t.nullable(t.object(() => Shop)),
  state: t.string,
  title: t.object(() => Title),
  version: t.int,
}, {
  id: "id",
  version: "version",
  unique: [["isbn"], { on: ["place", "shelf"], name: "one_item_each" }],
  indexes: [{ on: ["shop", "state"] }],
  defaults: { state: "new" },
});

class Counted {
  constructor(
    readonly id: number | null,
    readonly name: string,
    readonly hits: number,
    readonly shops: readonly Shop[],
  ) {}
}
describeType(
  Counted,
  { id: t.nullable(t.int), name: t.string, hits: t.int, shops: t.list(t.object(() => Shop)) },
  { id: "id", generatedId: "database", unique: [["name"]] },
);

const types = [Shop, Item, Counted];
const title = new Title("en", "Emma");

async function opened(database: Database) {
  const shops = await database.repository<Shop, string>(Shop).saveAll([new Shop("n", "North"), new Shop("s", "South")]);
  return {
    shops,
    items: database.repository<Item, string>(Item),
    counted: database.repository<Counted, number>(Counted),
  };
}

onEveryStoreWith(types, "21.5 upsert inserts, or changes what has the same unique values", async (database) => {
  const { items, shops } = await opened(database);
  const one = await items.upsert(new Item({ isbn: "1", shelf: "a", place: 1, shop: shops[0]!, title }), {
    on: ["isbn"],
  });
  assertEquals([one.version, one.state, one.id.length], [1, "new", 36]);
  assertEquals(await items.findById(one.id), one);
  // Columns that the entity does not speak of stay, also those with a default.
  await items.updateBy({ kind: "comparison", path: "id", operator: "=", value: one.id }, { state: "sold" });
  const other = new Title("de", "Emma");
  const two = await items.upsert(new Item({ isbn: "1", shelf: "b", place: 2, title: other }), { on: ["isbn"] });
  assertEquals([two.id, two.version, two.state, two.shop?.id, two.shelf], [one.id, 3, "sold", "n", "b"]);
  assertEquals(await items.findById(one.id), new Item({ ...two, shop: shops[0]! }));
  // An id is kept, a version is counted on and not compared.
  const three = await items.upsert(
    new Item({ id: "other", isbn: "2", shelf: "b", place: 2, shop: null, title, version: 1 }),
    { on: ["shelf", "place"] },
  );
  assertEquals([three.id, three.version, three.isbn, three.shop], [one.id, 4, "2", null]);
  assertEquals(await items.count(), 1);
  // By default the id decides.
  const four = await items.upsert(new Item({ ...three, place: 9 }));
  assertEquals([four.id, four.place, four.version], [one.id, 9, 5]);
  await items.upsert(new Item({ id: "given", isbn: null, shelf: "c", place: 1, title }));
  assertEquals((await items.findById("given"))!.isbn, null);
  // Null is the same as nothing.
  await items.upsert(new Item({ isbn: null, shelf: "d", place: 1, title }), { on: ["isbn"] });
  assertEquals(await items.count(), 3);
});

onEveryStoreWith(types, "21.5 what upsert returns is saved by what changes", async (database) => {
  const { items, shops } = await opened(database);
  const first = await items.upsert(new Item({ isbn: "1", shelf: "a", place: 1, shop: shops[0]!, title }), {
    on: ["isbn"],
  });
  const again = await items.upsert(new Item({ isbn: "1", shelf: "a", place: 2, title }), { on: ["isbn"] });
  await items.save(Object.assign(again, { place: 3 }));
  const stored = (await items.findById(first.id))!;
  assertEquals([stored.place, stored.shop, stored.version], [3, shops[0], 3]);
  await assertRejects(() => items.save(Object.assign(first, { place: 4 })), OptimisticLockingError);
});

onEveryStoreWith(types, "21.5 upserts at the same time make one entity, and each counts", async (database) => {
  const { items, counted, shops } = await opened(database);
  const saved = await Promise.all(
    Array.from(
      { length: 12 },
      (_, i) => items.upsert(new Item({ isbn: "1", shelf: "a", place: i, title }), { on: ["isbn"] }),
    ),
  );
  assertEquals(new Set(saved.map(({ id }) => id)).size, 1);
  assertEquals((await items.findAll()).map(({ version }) => version), [12]);
  const made = [];
  for (const hits of [1, 2]) {
    made.push(await counted.upsert(new Counted(null, "home", hits, shops.slice(0, hits)), { on: ["name"] }));
  }
  assertEquals(made[0]!.id, made[1]!.id);
  assertEquals(await counted.findAll(), [new Counted(made[0]!.id, "home", 2, shops)].map((one) => one));
  const given = await counted.upsert(new Counted(100, "given", 1, []));
  assertEquals(given.id, 100);
  assertEquals((await counted.save(new Counted(null, "next", 1, []))).id! > 100, true);
});

onEveryStoreWith(types, "21.5 upserts that can't be are refused, and change nothing", async (database) => {
  const { items } = await opened(database);
  const item = (values: ItemValues) => new Item({ shelf: "a", place: 1, title, isbn: null, ...values });
  await items.upsert(item({ id: "1", isbn: "1" }));
  await items.upsert(item({ id: "2", isbn: "2", place: 2 }));
  const before = await items.findAll();
  const on = (...paths: string[]) => items.upsert(item({ id: "3" }), { on: paths });
  await assertRejects(() => on("shelf"), TypeError, 'describe it with unique: [["shelf"]]');
  await assertRejects(() => on("isbn", "shelf"), TypeError, "unique");
  await assertRejects(() => on(), TypeError, "unique");
  await assertRejects(() => on("shop", "state"), TypeError, "unique");
  await assertRejects(() => on("shop.id"), TypeError, "unique");
  await assertRejects(() => on("isb"), UnknownPropertyError, "isbn");
  // The values of other unique properties are those of another entity.
  await assertRejects(() => items.upsert(item({ isbn: "1", place: 2 }), { on: ["isbn"] }), DataIntegrityError);
  await assertRejects(() => items.upsert(item({ id: "1", isbn: "9", place: 9 }), { on: ["isbn"] }), DataIntegrityError);
  await assertRejects(
    () => items.upsert(item({ isbn: "1", shop: new Shop("x", "?") }), { on: ["isbn"] }),
    DataIntegrityError,
  );
  await assertRejects(() => items.upsert(item({}), { signal: AbortSignal.abort() }), DOMException);
  assertEquals(await items.findAll(), before);
});

Deno.test("21.5 the compiler knows what may be unique", () => {
  const checked = (items: import("@espalier/espalier/data").EntityRepository<Item, string>) => {
    void items.upsert(new Item({}), { on: ["isbn"] });
    // @ts-expect-error no such property
    void items.upsert(new Item({}), { on: ["isb"] });
  };
  assertEquals(typeof checked, "function");
});
