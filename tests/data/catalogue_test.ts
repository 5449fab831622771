import { assertEquals, assertThrows } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type CatalogueTable, type Database, openDatabase, where } from "@espalier/espalier/data";
import { hasPostgres, postgresUrl, stores } from "./stores.ts";

class Shop {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Shop, { id: t.id, name: t.string }, {
  id: "id",
  unique: [["name"]],
  lengths: { name: 40 },
});

class Offer {
  constructor(
    readonly id: number,
    readonly shop: Shop | null,
    readonly code: string,
    readonly price: number,
    readonly amount: number,
    readonly total: number | undefined,
    readonly isOpen: boolean,
  ) {}
}
describeType(Offer, {
  id: t.int,
  shop: t.nullable(t.object(() => Shop)),
  code: t.string,
  price: t.int,
  amount: t.int,
  total: t.optional(t.int),
  isOpen: t.boolean,
}, {
  id: "id",
  generatedId: "database",
  references: { shop: { onDelete: "cascade", onUpdate: "set null" } },
  unique: [{ on: ["shop", "code"], name: "offers_code" }],
  indexes: [
    ["price", "id"],
    { on: [{ path: "code", ignoreCase: true }], unique: true, where: where("isOpen").is(true), name: "open_code" },
    { on: [{ sql: "price * amount" }] },
  ],
  checks: { price_is_positive: where("price").greaterThan(0), enough: { sql: "amount > 1 or price > 10" } },
  defaults: { amount: 1, code: "it's" },
  generated: { total: { sql: "price * amount" } },
});

/** The words of SQL that both databases write in the same way. */
function plain(sql: string | undefined): string {
  return (sql ?? "").replaceAll(/["`()\s]|::\w+( \w+)*/g, "").toLowerCase();
}

function keysOf({ indexes }: CatalogueTable): Record<string, string[]> {
  return Object.fromEntries(
    indexes.filter(({ isPrimary }) => !isPrimary).map((index) => [
      index.isConstraint ? "unique" : index.name,
      index.keys.map(({ column, text }) => column ?? (text.includes("code") ? "folded code" : plain(text))),
    ]),
  );
}

for (const { name, ignore, open } of stores.filter((store) => store.name !== "memory")) {
  const withTables = async (test: (database: Database) => Promise<void>) => {
    await using database = await open();
    await database.createTables(Offer);
    await test(database);
  };

  Deno.test({
    name: `21.4 createTables makes what a description says, and the catalogue reads it back [${name}]`,
    ignore,
    fn: () =>
      withTables(async (database) => {
        const catalogue = await database.catalogue("offers", "shops", "nothing");
        assertEquals([...catalogue.keys()], ["offers", "shops"]);
        const offers = catalogue.get("offers")!;
        assertEquals([...offers.columns.values()].map((column) => [column.name, column.nullable]), [
          ["id", false],
          ["shop_id", true],
          ["code", false],
          ["price", false],
          ["amount", false],
          ["total", true],
          ["is_open", false],
          // An index of MariaDB holds columns alone, and all rows.
          ...(name === "mariadb" ? [["open_code_1", true]] : []),
        ]);
        assertEquals(offers.primaryKey, ["id"]);
        assertEquals(offers.columns.get("id")?.generated, "identity by default");
        assertEquals(offers.columns.get("total")?.generated, "stored");
        assertEquals(plain(offers.columns.get("total")?.generation), "price*amount");
        assertEquals(plain(offers.columns.get("amount")?.default), "1");
        assertEquals(plain(offers.columns.get("code")?.default), "'it''s'");
        const own = { offers_price_id_index: ["price", "id"], offers_shop_id_index: ["shop_id"] };
        if (name === "mariadb") {
          const names = offers.indexes.filter(({ isUnique }) => isUnique).map((index) => index.name).toSorted();
          assertEquals(names, ["PRIMARY", "offers_code", "open_code"]);
          assertEquals(keysOf(offers), { ...own, unique: ["open_code_1"] });
          assertEquals(plain(offers.columns.get("open_code_1")?.generation).startsWith("casewhenis_open"), true);
        } else {
          assertEquals(keysOf(offers), {
            ...own,
            unique: ["shop_id", "code"],
            open_code: ["folded code"],
            offers_expression1_index: ["price*amount"],
          });
          assertEquals(
            plain(offers.indexes.find((index) => index.name === "open_code")?.where).startsWith("is_open"),
            true,
          );
        }
        assertEquals(offers.foreignKeys.map(({ name: _, ...key }) => key), [
          { columns: ["shop_id"], table: "shops", referred: ["id"], onDelete: "cascade", onUpdate: "set null" },
        ]);
        assertEquals(offers.checks.map((check) => check.name).toSorted(), ["enough", "price_is_positive"]);
        const shops = catalogue.get("shops")!;
        if (name === "postgres") assertEquals(shops.columns.get("name")?.declared, "character varying(40)");
        else if (name === "mariadb") assertEquals(shops.columns.get("name")?.declared, "varchar(40)");
        else assertEquals(shops.checks, [{ name: "shops_name_length", condition: 'length("name") <= 40' }]);
      }),
  });

  Deno.test({
    name: `21.4 without names the catalogue lists all tables, views too [${name}]`,
    ignore,
    fn: () =>
      withTables(async (database) => {
        await database.execute("create view cheap as select id, price from offers where price < 10");
        const catalogue = await database.catalogue();
        assertEquals([...catalogue.values()].map((table) => [table.name, table.isView]), [
          ["cheap", true],
          ["offers", false],
          ["shops", false],
        ]);
      }),
  });
}

Deno.test("21.4 a constraint that can't be understood is refused with its class", () => {
  class Thing {
    constructor(readonly id: string) {}
  }
  const describe = (options: object) => () => describeType(Thing, { id: t.id }, { id: "id", ...options });
  assertThrows(describe({ unique: ["id"] }), TypeError, 'Cannot use option "unique" of class "Thing"');
  assertThrows(describe({ checks: { a: "id > 1" } }), TypeError, 'Cannot use option "checks" of class "Thing"');
  assertThrows(describe({ lengths: { id: 0 } }), TypeError, 'Cannot use option "lengths" of class "Thing"');
  assertThrows(describe({ indexes: [{ on: [] }] }), TypeError, 'Cannot use option "indexes" of class "Thing"');
  assertThrows(
    describe({ references: { id: { onDelete: "explode" } } }),
    TypeError,
    'current value is "explode"',
  );
});

Deno.test({
  name: "21.2 PostgreSQL compiles nothing for the catalogue of fifty tables",
  ignore: !hasPostgres,
  fn: async () => {
    const statements: string[] = [];
    await using database = await openDatabase(postgresUrl, { onStatement: (text) => void statements.push(text) });
    const names = Array.from({ length: 50 }, (_, i) => `table_${i}`);
    await database.catalogue(...names);
    const [row] = await database.execute(`explain (format json) ${statements[0]}`, [names, names]);
    const [{ Plan: plan }] = row!["QUERY PLAN"] as [{ Plan: { "Total Cost": number } }];
    const [limit] = await database.execute(
      "select boot_val::float as cost from pg_settings where name = 'jit_above_cost'",
    );
    assertEquals(plan["Total Cost"] < Number(limit!.cost), true, `The estimate is ${plan["Total Cost"]}`);
  },
});
