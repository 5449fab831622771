import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { openDatabase, Sort } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";
import { hasPostgres, onEveryStore, onEveryStoreWith, openPostgresSchema, postgresUrl } from "./stores.ts";

class Odd {
  readonly id: string;
  readonly "first name": string;
  readonly select: number;

  constructor(id: string, firstName: string, select: number) {
    this.id = id;
    this["first name"] = firstName;
    this.select = select;
  }
}
describeType(
  Odd,
  { id: t.id, "first name": t.string, select: t.int },
  { id: "id", table: `odd "order"`, indexes: [["first name", "select"]] },
);

Deno.test({
  name: "C5.1 instances that start at the same time on an empty PostgreSQL all find their tables",
  ignore: !hasPostgres,
  fn: async () => {
    for (let round = 0; round < 3; round++) {
      await using first = await openPostgresSchema();
      const [row] = await first.execute("select current_schema() as schema");
      const options = { schema: String(row!.schema), maxConnections: 1 };
      const instances = await Promise.all(Array.from({ length: 8 }, () => openDatabase(postgresUrl, options)));
      try {
        const started = await Promise.allSettled(instances.map((each) => each.createTables(Author, Book, Shelf)));
        assertEquals(started.filter(({ status }) => status === "rejected"), []);
        assertEquals(await instances[7]!.repository<Book, string>(Book).count(), 0);
      } finally {
        await Promise.all(instances.map((each) => each.close()));
      }
    }
  },
});

onEveryStore(
  "C5.1 a table that nobody created is an error that says how tables come to be",
  async (database, { name }) => {
    // Nothing has to be created in memory.
    if (name === "memory") return;
    const odd = database.repository<Odd, string>(Odd);
    const how = 'Cannot use a table as it must exist: name its class in option "entities" of data(), or create it with';
    await assertRejects(() => odd.findAll(), Error, how);
    await assertRejects(() => odd.save(new Odd("1", "Ada", 1)), Error, how);
    await database.createTables(Odd);
    assertEquals(await odd.count(), 0);
  },
);

class Drink {
  constructor(readonly id: string) {}
}
describeType(Drink, { id: t.id }, { id: "id" });

class Order {
  constructor(readonly id: string, readonly drinks: readonly Drink[], readonly payments: readonly Payment[] = []) {}
}
describeType(Order, { id: t.id, drinks: t.list(t.object(() => Drink)), payments: t.list(t.object(() => Payment)) }, {
  id: "id",
  references: { payments: { mappedBy: "order" } },
});

class Payment {
  constructor(readonly id: string, readonly order: Order) {}
}
describeType(Payment, { id: t.id, order: t.object(() => Order) }, { id: "id" });

class Receipt {
  constructor(readonly id: string, readonly payment: Payment) {}
}
describeType(Receipt, { id: t.id, payment: t.object(() => Payment) }, { id: "id" });

onEveryStoreWith(
  [Receipt],
  "C5.1 the tables of lists come with those of entities that are referred to",
  async (database) => {
    const drinks = await database.repository(Drink).saveAll([new Drink("latte"), new Drink("tea")]);
    const order = await database.repository(Order).save(new Order("1", drinks));
    const payment = await database.repository(Payment).save(new Payment("2", order));
    const receipts = database.repository<Receipt, string>(Receipt);
    await receipts.save(new Receipt("3", payment));
    const found = await receipts.findById("3");
    assertEquals(found?.payment.order.drinks.map(({ id }) => id), ["latte", "tea"]);
  },
);

onEveryStore("C5.1 names of tables and columns are taken as they are", async (database) => {
  await database.createTables(Odd);
  const odd = database.repository<Odd, string>(Odd);
  await odd.saveAll([new Odd("1", "b", 1), new Odd("2", "a", 2)]);
  await odd.save(new Odd("2", "a", 3));
  const sort = Sort.by("first name").and(Sort.by("select"));
  assertEquals((await odd.findAll(sort)).map((each) => [each.id, each["first name"], each.select]), [
    ["2", "a", 3],
    ["1", "b", 1],
  ]);
  await odd.deleteById("1");
  assertEquals(await odd.count(), 1);
});

Deno.test({
  name: "C5.1 a PostgreSQL schema may have any name",
  ignore: !hasPostgres,
  fn: async () => {
    const schema = `Espalier "data" ${crypto.randomUUID()}`;
    await using admin = await openDatabase(postgresUrl);
    const quoted = `"${schema.replaceAll('"', '""')}"`;
    await admin.execute(`create schema ${quoted}`);
    try {
      await using database = await openDatabase(postgresUrl, { schema });
      await database.createTables(Author);
      await database.repository(Author).save(new Author("1", "Woolf"));
      assertEquals(await admin.execute(`select name from ${quoted}.authors`), [{ name: "Woolf" }]);
    } finally {
      await admin.execute(`drop schema ${quoted} cascade`);
    }
  },
});

Deno.test({
  name: "C5.1 a PostgreSQL schema that is not there is named",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openDatabase(postgresUrl, { schema: "nowhere", maxConnections: 1 });
    await assertRejects(() => database.createTables(Author), Error, 'Cannot use schema "nowhere" as it must exist');
  },
});
