import { assertEquals } from "@std/assert";
import { type Database, Limit, Order as SortOrder, ScrollPosition, Sort, where } from "@espalier/espalier/data";
import { onEveryStoreWith, type StoreKind, stores } from "../stores.ts";
import { walkByAll, walked } from "../walks.ts";
import { bins, day, Order, OrderLine, OrderLines, Orders, Product, Products, Stock, Stocks } from "./warehouse.ts";
import { Tagging, Taggings } from "./warehouse.ts";

const onEveryStore = onEveryStoreWith.bind(undefined, [Order, Product, OrderLine, Stock, Tagging]);

/** Stocks of which each part of the id repeats, and labels are null or repeat. */
function manyStocks(): Stock[] {
  return ["north", "south", "a,b"].flatMap((warehouse) =>
    ["2026-01-05", "2026-01-06"].flatMap((date) =>
      bins.map((bin, i) => new Stock({ warehouse, day: day(date), bin, amount: i, label: i ? warehouse : null }))
    )
  );
}

onEveryStore("21.5 walks by keys visit each row of several ids once, by whatever they sort", async (database) => {
  const stocks = new Stocks(database);
  await stocks.saveAll(manyStocks());
  const idOf = ({ warehouse, day, bin }: Stock) => `${warehouse} ${day} ${bin}`;
  await walkByAll(stocks, ["warehouse", "day", "bin", "amount", "label", "version"], idOf);
  const mixed = Sort.by(SortOrder.desc("bin"), SortOrder.asc("warehouse"));
  assertEquals(await walked(stocks, mixed, { idOf }), (await stocks.findAll(mixed)).map(idOf));
});

onEveryStore("21.5 the keys of a position hold each part of the id, and nothing twice", async (database) => {
  const stocks = new Stocks(database);
  await stocks.saveAll(manyStocks());
  const scrolled = async (sort: Sort) => {
    const window = await stocks.scroll(ScrollPosition.keyset(), { sort, limit: Limit.of(1) });
    return Object.keys((window.positionAt(0) as unknown as { keys: object }).keys);
  };
  assertEquals(await scrolled(Sort.by("amount")), ["amount", "warehouse", "day", "bin"]);
  assertEquals(await scrolled(Sort.by("bin", "warehouse")), ["bin", "warehouse", "day"]);
  assertEquals(await scrolled(Sort.by("day", "warehouse", "bin")), ["day", "warehouse", "bin"]);
});

onEveryStore("21.5 references in an id end sorts, and nested pages are read under them", async (database) => {
  const lines = new OrderLines(database);
  const orders = await new Orders(database).saveAll(
    [1, 2, 3].map((id) => new Order({ id, customer: `c${id}`, lines: [] })),
  );
  const products = await new Products(database).saveAll(["a", "b", "c"].map((sku) => new Product({ sku, name: sku })));
  await lines.saveAll(
    orders.slice(0, 2).flatMap((order) =>
      products.map((product, i) => new OrderLine({ order, product, quantity: i % 2, note: null }))
    ),
  );
  const idOf = ({ order, product }: OrderLine) => `${order.id}${product.sku}`;
  await walkByAll(lines, ["order", "product", "order.id", "quantity", "note", "order.customer"], idOf);
  const windows = await lines.scrollEach("order", [3, 2, orders[0]!], {
    position: ScrollPosition.keyset(),
    limit: Limit.of(2),
    sort: Sort.by("quantity"),
  });
  assertEquals(windows.map(({ content }) => content.map(idOf)), [[], ["2a", "2c"], ["1a", "1c"]]);
  const next = await lines.scrollEach("order", [2], { position: windows[1]!.positionAt(1), limit: Limit.of(2) });
  assertEquals(next.map(({ content }) => content.map(idOf)), [[]]);
  assertEquals(await lines.countEach("product", ["a", "x"]), [2, 0]);
  const page = await lines.findBy(where("quantity").is(0), { sort: Sort.by("note"), limit: Limit.of(3) });
  assertEquals(page.map(idOf), ["1a", "1c", "2a"]);
});

/** The plan of a statement as one text. */
async function planOf(database: Database, { name }: StoreKind, [text, parameters]: Statement): Promise<string> {
  const explain = name === "sqlite" ? "explain query plan" : "explain";
  return JSON.stringify(await database.execute(`${explain} ${text}`, parameters));
}

type Statement = readonly [text: string, parameters: readonly unknown[]];

const usesIndex: Readonly<Record<string, RegExp>> = {
  sqlite: /SEARCH t0 USING (COVERING )?INDEX \S+ \(item=\? AND tag=\?\)/,
  postgres: /Index (Only )?Scan using taggings_pkey/,
  mariadb: /"key":"PRIMARY"/,
};

for (const store of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `21.5 many ids are looked up by one statement, which enters the primary key [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      const seen: Statement[] = [];
      await using database = await store.open({
        observers: [{ started: ({ text, parameters }) => (seen.push([text, parameters]), () => {}) }],
      });
      await database.createTables(Tagging);
      const taggings = new Taggings(database);
      await taggings.saveAll(
        Array.from({ length: 5000 }, (_, i) => new Tagging({ item: i % 500, tag: `tag ${i}` })),
      );
      await database.execute(store.name === "mariadb" ? "analyze table taggings" : "analyze");
      seen.length = 0;
      const ids = Array.from({ length: 6 }, (_, i) => ({ item: i, tag: `tag ${i}` }));
      assertEquals((await taggings.findAllById(ids)).length, 6);
      assertEquals(seen.length, 1);
      const plan = await planOf(database, store, seen[0]!);
      assertEquals([usesIndex[store.name]!.test(plan), plan], [true, plan]);
    },
  });
}
