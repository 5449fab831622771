import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  and,
  avg,
  count,
  countDistinct,
  type Criteria,
  type Database,
  Limit,
  max,
  min,
  not,
  Order,
  Sort,
  sum,
  UnknownPropertyError,
  where,
} from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Author {
  constructor(readonly id: string, readonly name: string, readonly country: string | null) {}
}
describeType(Author, { id: t.id, name: t.string, country: t.nullable(t.string) }, { id: "id" });

class Size {
  constructor(readonly height: number, readonly width: number) {}
}
describeType(Size, { height: t.int, width: t.int });

class Book {
  constructor(
    readonly id: string,
    readonly author: Author | null,
    readonly pages: number | null,
    readonly price: string | null,
    readonly sold: bigint,
    readonly weight: number,
    readonly published: Date,
    readonly day: Temporal.PlainDate,
    readonly key: string,
    readonly inPrint: boolean,
    readonly size: Size,
    readonly tags: readonly string[],
  ) {}
}
describeType(Book, {
  id: t.id,
  author: t.nullable(t.object(() => Author)),
  pages: t.nullable(t.int),
  price: t.nullable(t.decimal),
  sold: t.bigint,
  weight: t.float,
  published: t.date,
  day: t.localDate,
  key: t.uuid,
  inPrint: t.boolean,
  size: t.object(() => Size),
  tags: t.list(t.string),
}, { id: "id" });

const types = [Author, Book];
const keys = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

async function filled(database: Database) {
  const [austen, woolf] = [new Author("a", "Austen", "en"), new Author("w", "Woolf", null)];
  await database.repository<Author, string>(Author).saveAll([austen, woolf]);
  const books = database.repository<Book, string>(Book);
  const book = (id: number, author: Author | null, values: Partial<Book>) =>
    new Book(
      String(id),
      author,
      values.pages ?? null,
      values.price ?? null,
      values.sold ?? 1n,
      values.weight ?? 0.5,
      new Date(Date.UTC(2000 + id)),
      Temporal.PlainDate.from({ year: 2000 + id, month: 1, day: 1 }),
      keys[id - 1]!,
      id % 2 === 0,
      new Size(id, 10),
      [],
    );
  await books.saveAll([
    book(1, austen, { pages: 100, price: "0.10", sold: 2n ** 62n }),
    book(2, austen, { pages: 200, price: "0.2", sold: 2n ** 62n, weight: 1.5 }),
    book(3, woolf, { pages: null, price: "123456789012345678901234567890.05" }),
    book(4, null, { pages: 7, price: "0.20", sold: 3n }),
  ]);
  return books;
}

onEveryStoreWith(types, "21.5 values are computed of all entities, exactly", async (database, { name }) => {
  const books = await filled(database);
  const all = await books.aggregate({
    all: count(),
    paged: count("pages"),
    prices: countDistinct("price"),
    authors: countDistinct("author.id"),
    pages: sum("pages"),
    big: sum("pages", "bigint"),
    price: sum("price"),
    sold: sum("sold"),
    weight: sum("weight"),
    average: avg("pages"),
    averagePrice: avg("price"),
    averageSold: avg("sold"),
    least: min("price"),
    most: max("price"),
    first: min("published"),
    last: max("day"),
    key: max("key"),
    name: min("author.name"),
    height: max("size.height"),
  });
  assertEquals(all, {
    all: 4,
    paged: 3,
    prices: 3,
    authors: 2,
    pages: 307,
    big: 307n,
    price: "123456789012345678901234567890.55",
    sold: 2n ** 63n + 4n,
    weight: 3,
    average: 307 / 3,
    averagePrice: "30864197253086419725308641972.6375",
    averageSold: Number((2n ** 63n + 4n) / 4n),
    // MariaDB keeps no zeros at the end.
    least: name === "mariadb" ? "0.1" : "0.10",
    most: "123456789012345678901234567890.05",
    first: new Date(Date.UTC(2001)),
    last: Temporal.PlainDate.from("2004-01-01"),
    key: keys[3]!,
    name: "Austen",
    height: 4,
  });
  const none = await books.aggregate({ all: count(), pages: sum("pages"), sold: sum("sold"), mean: avg("price") }, {
    where: where("author.name").is("Nobody"),
  });
  assertEquals(none, { all: 0, pages: null, sold: null, mean: null });
  const third = await books.aggregate({ price: avg("price"), sold: min("sold") }, {
    where: where("pages").isNotNull(),
  });
  assertEquals(third, { price: "0.16666666666666666667", sold: 3n });
});

onEveryStoreWith(types, "21.5 groups are those of SQL: null is one, equal values are one, and none is none", async (
  database,
) => {
  const books = await filled(database);
  assertEquals(await books.aggregate({ all: count(), pages: sum("pages") }, { groupBy: ["author.name"] }), [
    { "author.name": "Austen", all: 2, pages: 300 },
    { "author.name": "Woolf", all: 1, pages: null },
    { "author.name": null, all: 1, pages: 7 },
  ]);
  const byId = await books.aggregate({ all: count() }, { groupBy: ["author.id", "inPrint"] });
  assertEquals(byId, [
    { "author.id": "a", inPrint: false, all: 1 },
    { "author.id": "a", inPrint: true, all: 1 },
    { "author.id": "w", inPrint: false, all: 1 },
    { "author.id": null, inPrint: true, all: 1 },
  ]);
  const byPrice = await books.aggregate({ all: count() }, { groupBy: ["price"] });
  assertEquals(byPrice.map(({ price, all }) => [Number(price), all]), [[0.1, 1], [0.2, 2], [1.2345678901234568e29, 1]]);
  const byDay = await books.aggregate({ last: max("id") }, { groupBy: ["day", "published"], limit: Limit.of(1) });
  assertEquals(byDay, [
    { day: Temporal.PlainDate.from("2001-01-01"), published: new Date(Date.UTC(2001)), last: "1" },
  ]);
  assertEquals(await books.aggregate({ all: count() }, { groupBy: ["id"], where: where("id").is("x") }), []);
});

onEveryStoreWith(types, "21.5 groups are restricted and sorted by what was computed", async (database) => {
  const books = await filled(database);
  const groups = async (having: Criteria, sort?: Sort) =>
    (await books.aggregate(
      {
        all: count(),
        pages: sum("pages"),
        price: max("price"),
        sold: sum("sold"),
        mean: avg("pages"),
        last: max("day"),
      },
      { groupBy: ["author.id"], having: having as never, ...(sort === undefined ? {} : { sort: sort as never }) },
    )).map((group) => group["author.id"]);
  assertEquals(await groups(where("all").greaterThan(1)), ["a"]);
  assertEquals(await groups(where("pages").lessThan(8)), [null]);
  assertEquals(await groups(where("pages").isNull()), ["w"]);
  assertEquals(await groups(where("pages").is(null)), ["w"]);
  assertEquals(await groups(not(where("pages").in([300, 8]))), [null]);
  assertEquals(await groups(where("sold").is(2n ** 63n)), ["a"]);
  assertEquals(await groups(where("sold").in([1n, 3])), ["w", null]);
  assertEquals(await groups(where("price").is("0.200")), ["a", null]);
  assertEquals(await groups(where("mean").atLeast(150)), ["a"]);
  assertEquals(await groups(and(where("author.id").isNotNull(), where("all").is(1))), ["w"]);
  assertEquals(await groups(where("last").atMost(Temporal.PlainDate.from("2003-01-01"))), ["a", "w"]);
  const every = where("all").atLeast(1);
  assertEquals(await groups(every, Sort.by(Order.desc("pages"))), ["w", "a", null]);
  assertEquals(await groups(every, Sort.by(Order.desc("pages").nullsLast())), ["a", null, "w"]);
  assertEquals(await groups(every, Sort.by("all", Order.desc("author.id"))), [null, "w", "a"]);
  assertEquals(await groups(every, Sort.by("price")), ["a", null, "w"]);
  assertEquals(await groups(every, Sort.by("sold")), ["w", null, "a"]);
  assertEquals(await groups(every, Sort.by("mean")), [null, "a", "w"]);
});

onEveryStoreWith(types, "21.5 what can't be computed is refused", async (database) => {
  const books = await filled(database);
  const one = (aggregate: unknown, options: object = {}) => books.aggregate({ one: aggregate } as never, options);
  await assertRejects(() => one(sum("id")), TypeError, "single value that fits");
  await assertRejects(() => one(sum("published")), TypeError);
  await assertRejects(() => one(sum("price", "bigint")), TypeError);
  await assertRejects(() => one(min("inPrint")), TypeError);
  await assertRejects(() => one(max("tags")), TypeError);
  await assertRejects(() => one(countDistinct("author")), TypeError, "its id");
  await assertRejects(() => one(min("size")), TypeError);
  await assertRejects(() => one({ kind: "median", path: "pages" }), TypeError, "must be made by");
  await assertRejects(() => one(sum("page")), UnknownPropertyError, "pages");
  await assertRejects(() => one(count(), { groupBy: [] }), TypeError, "groupBy");
  await assertRejects(() => one(count(), { groupBy: ["tags"] }), TypeError);
  await assertRejects(
    () => one(count(), { groupBy: ["id"], having: where("two").is(1) }),
    UnknownPropertyError,
    "a group of Book",
  );
  await assertRejects(() => one(count(), { groupBy: ["id"], sort: Sort.by("two") }), UnknownPropertyError);
  await assertRejects(() => one(count(), { groupBy: ["id"], having: where("id").startingWith("a") }), TypeError);
  await assertRejects(() => books.aggregate({ id: count() }, { groupBy: ["id"] }), TypeError, "of that name");
  await assertRejects(() => one(count(), { signal: AbortSignal.abort() }), DOMException);
  await books.saveAll((await books.findAll()).map((book) => Object.assign(book, { pages: 2 ** 31 - 1 })));
  assertEquals((await books.aggregate({ pages: sum("pages") })).pages, 4 * (2 ** 31 - 1));
});

class Reading {
  constructor(readonly id: number, readonly value: number) {}
}
describeType(Reading, { id: t.int, value: t.int }, { id: "id", columnTypes: { value: "bigint" } });

onEveryStoreWith(
  [Reading],
  "21.5 a sum that no number holds is a RangeError, and exact as a bigint",
  async (database) => {
    const readings = database.repository<Reading, number>(Reading);
    const value = Number.MAX_SAFE_INTEGER;
    await readings.saveAll(Array.from({ length: 1100 }, (_, id) => new Reading(id, id < 3 ? value : 0)));
    await assertRejects(() => readings.aggregate({ sum: sum("value") }), RangeError, 'sum("…", "bigint")');
    assertEquals(await readings.aggregate({ sum: sum("value", "bigint") }), { sum: 3n * BigInt(value) });
    const few = await readings.aggregate({ sum: sum("value", "bigint") }, {
      groupBy: ["id"],
      having: where("sum").greaterThan(0),
      sort: Sort.by(Order.desc("sum")),
      limit: Limit.of(1),
    });
    assertEquals(few, [{ id: 0, sum: BigInt(value) }]);
    await readings.saveAll((await readings.findAll()).map(({ id }) => new Reading(id, value)));
    const all = () => readings.aggregate({ sum: sum("value", "bigint") });
    // SQLite itself sums up within 64 bits.
    if (database.name.startsWith("sqlite")) await assertRejects(all, RangeError, "64 bits");
    else assertEquals(await all(), { sum: 1100n * BigInt(value) });
  },
);

Deno.test("21.5 the compiler knows what is computed", () => {
  const checked = async (books: import("@espalier/espalier/data").EntityRepository<Book, string>) => {
    const row = await books.aggregate({ all: count(), pages: sum("pages"), sold: sum("sold"), mean: avg("price") });
    const values: [number, number | null, bigint | null, string | null] = [row.all, row.pages, row.sold, row.mean];
    const groups = await books.aggregate({ first: min("published"), key: max("author.country") }, {
      groupBy: ["author.name", "pages"],
      having: where("first").isNotNull(),
      sort: Sort.by("author.name"),
    });
    const first: Date | null = groups[0]!.first;
    const name: string | null = groups[0]!["author.name"];
    // @ts-expect-error no such property
    void books.aggregate({ pages: sum("page") });
    // @ts-expect-error no such property
    void books.aggregate({ all: count() }, { groupBy: ["author.nam"] });
    // @ts-expect-error no such property
    void books.aggregate({ all: count() }, { where: where("nam").is(1) });
    // @ts-expect-error no such name
    void books.aggregate({ all: count() }, { groupBy: ["pages"], having: where("al").is(1) });
    // @ts-expect-error no such name
    void books.aggregate({ all: count() }, { groupBy: ["pages"], sort: Sort.by("title") });
    // @ts-expect-error a number may be null
    const wrong: number = row.pages;
    return [values, first, name, wrong];
  };
  assertEquals(typeof checked, "function");
});
