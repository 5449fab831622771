import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  type EntityRepository,
  KeysetMismatchError,
  Limit,
  Order,
  ScrollPosition,
  Sort,
} from "@espalier/espalier/data";
import { times } from "../long.ts";
import { Author, Book } from "./bookshelf.ts";
import { onEveryStore, stores } from "./stores.ts";

class Owner {
  constructor(readonly id: string, readonly name: string | null) {}
}
describeType(Owner, { id: t.id, name: t.nullable(t.string) }, { id: "id" });

class Item {
  id!: number;
  text!: string;
  maybeText!: string | null;
  number!: number;
  maybeNumber!: number | null;
  maybeDate!: Date | null;
  maybeBig!: bigint | null;
  flag!: boolean;
  owner!: Owner | null;
}
describeType(Item, {
  id: t.int,
  text: t.string,
  maybeText: t.nullable(t.string),
  number: t.float,
  maybeNumber: t.nullable(t.int),
  maybeDate: t.nullable(t.date),
  maybeBig: t.nullable(t.bigint),
  flag: t.boolean,
  owner: t.nullable(t.object(() => Owner)),
}, { id: "id" });

const owners = [new Owner("1", "b"), new Owner("2", null), new Owner("3", "B")];

// Few different values, so that rows are alike in many columns.
const text = fc.constantFrom("a", "A", "b", "ä", "Ä", "z", "\u{1F30A}", "\uFFFD", "");
const items = fc.array(
  fc.record({
    text,
    maybeText: fc.option(text),
    number: fc.constantFrom(-1.5, 0, 0.1, 2, 1e10),
    maybeNumber: fc.option(fc.constantFrom(-2, 0, 7)),
    maybeDate: fc.option(fc.constantFrom(new Date(0), new Date(-1), new Date("2024-02-29T00:00:00.001Z"))),
    maybeBig: fc.option(fc.constantFrom(0n, 9007199254740993n, -5n)),
    flag: fc.boolean(),
    owner: fc.option(fc.constantFrom(...owners)),
  }),
  { minLength: 1, maxLength: 25 },
).map((rows) => rows.map((row, index) => Object.assign(new Item(), row, { id: index + 1 })));

const order = fc.record({
  property: fc.constantFrom(
    "text",
    "maybeText",
    "number",
    "maybeNumber",
    "maybeDate",
    "maybeBig",
    "flag",
    "owner",
    "owner.name",
    "id",
  ),
  direction: fc.constantFrom("ASC" as const, "DESC" as const),
  nullHandling: fc.constantFrom("NATIVE" as const, "NULLS_FIRST" as const, "NULLS_LAST" as const),
  ignoreCase: fc.boolean(),
});
const sorts = fc.uniqueArray(order, { maxLength: 3, selector: ({ property }) => property })
  .map((orders) => Sort.by(...orders.map(({ property, ...options }) => new Order(property, options))));

/** Walks from the position, a few rows at a time. */
async function walk(
  repository: EntityRepository<Item, number>,
  start: ScrollPosition,
  { sort, size }: { sort: Sort; size: number },
): Promise<number[][]> {
  const windows: number[][] = [];
  let position = start;
  for (;;) {
    const window = await repository.scroll(position, { sort, limit: Limit.of(size) });
    windows.push(window.content.map(({ id }) => id));
    if (!window.hasNext) return windows;
    const isBackward = String(position).includes("BACKWARD");
    position = window.positionAt(isBackward ? 0 : window.size - 1);
  }
}

async function checkWalks(database: Database, rows: readonly Item[], sort: Sort, size: number): Promise<void> {
  const repository = database.repository<Item, number>(Item);
  await repository.deleteAll();
  await repository.saveAll(rows);
  const whole = (await repository.findAll({ sort })).map(({ id }) => id);
  assertEquals(whole.toSorted((a, b) => a - b), rows.map(({ id }) => id));
  const forward = await walk(repository, ScrollPosition.keyset(), { sort, size });
  assertEquals(forward.flat(), whole, `forward by ${sort}`);
  const backward = await walk(repository, ScrollPosition.of({}, "BACKWARD"), { sort, size });
  assertEquals(backward.reverse().flat(), whole, `backward by ${sort}`);
  // From every row: what comes after it and what comes before it.
  const all = await repository.scroll(ScrollPosition.keyset(), { sort });
  for (const index of whole.keys()) {
    const at = ScrollPosition.forward((all.positionAt(index) as { keys?: object }).keys as Record<string, unknown>);
    const after = await repository.scroll(at, { sort });
    const before = await repository.scroll(at.backward(), { sort });
    assertEquals([before.content.map(({ id }) => id), after.content.map(({ id }) => id)], [
      whole.slice(0, index),
      whole.slice(index + 1),
    ], `around row ${index} by ${sort}`);
  }
}

for (const store of stores) {
  Deno.test({
    name: `A4.3 keyset scrolling loses no row and repeats none, whatever the sort and the nulls [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.open();
      await database.createTables(Item);
      await database.repository(Owner).saveAll(owners);
      await fc.assert(
        fc.asyncProperty(
          items,
          sorts,
          fc.integer({ min: 1, max: 4 }),
          (rows, sort, size) => checkWalks(database, rows, sort, size),
        ),
        { seed: 20261121, numRuns: store.name === "postgres" ? times(8, 100) : times(40, 1000), endOnFailure: false },
      );
    },
  });
}

Deno.test({
  name: "A4.3 every store walks in the same sequence",
  ignore: stores.some(({ ignore }) => ignore),
  fn: async () => {
    const sequences: unknown[] = [];
    const [rows, sort] = fc.sample(fc.tuple(items, sorts), { seed: 7, numRuns: 1 })[0]!;
    const sorted = sort.and(Sort.by(Order.by("maybeText").withIgnoreCase(), Order.desc("owner.name"), "text"));
    for (const store of stores) {
      await using database = await store.open();
      await database.createTables(Item);
      await database.repository(Owner).saveAll(owners);
      const repository = database.repository<Item, number>(Item);
      await repository.saveAll(rows);
      sequences.push((await repository.findAll({ sort: sorted })).map(({ id }) => id));
    }
    for (const sequence of sequences) assertEquals(sequence, sequences[0]);
  },
});

onEveryStore("A4.3 a position that does not fit the sort is refused", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll([new Book("1"), new Book("2")]);
  const byTitle = { sort: Sort.by("title") };
  const scroll = (keys: Record<string, unknown>) => () => books.scroll(ScrollPosition.forward(keys), byTitle);
  const missing = await assertRejects(scroll({ id: "1" }), KeysetMismatchError);
  assertEquals(missing.message, 'Cannot scroll on as the position must hold a key for "title": it holds "id"');
  await assertRejects(scroll({ title: new Date(), id: "1" }), KeysetMismatchError, "must be a string");
  assertEquals((await scroll({ title: "Title 1", id: "1", other: 1 })()).content.map(({ id }) => id), ["2"]);
  assertEquals((await scroll({ title: null, id: "1" })()).content, []);
});

onEveryStore("A4.3 offset scrolling begins after the position", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll(["1", "2", "3", "4"].map((id) => new Book(id)));
  const scroll = async (position: ScrollPosition, limit: number) => {
    const window = await books.scroll(position, { limit: Limit.of(limit) });
    return [
      window.content.map(({ id }) => id).join(""),
      window.hasNext,
      String(window.isEmpty || window.positionAt(0)),
    ];
  };
  assertEquals(await scroll(ScrollPosition.offset(), 2), ["12", true, "OffsetScrollPosition[offset=0]"]);
  assertEquals(await scroll(ScrollPosition.offset(0), 2), ["23", true, "OffsetScrollPosition[offset=1]"]);
  assertEquals(await scroll(ScrollPosition.offset(1), 2), ["34", false, "OffsetScrollPosition[offset=2]"]);
  assertEquals(await scroll(ScrollPosition.offset(9), 2), ["", false, "true"]);
  assertEquals(await scroll(ScrollPosition.offset(), 0), ["", true, "true"]);
});

onEveryStore(
  "A4.3 positions of a filtered, nested sort come from the rows, not from the entities",
  async (database) => {
    const books = database.repository<Book, string>(Book);
    await database.repository(Author).saveAll([new Author("1", "b"), new Author("2", "a")]);
    const [b, a] = await database.repository<Author, string>(Author).findAll();
    await books.saveAll([new Book("1", { author: b! }), new Book("2", { author: a! }), new Book("3")]);
    const sort = Sort.by("author.name");
    const options = { sort, select: ["title"], limit: Limit.of(1) };
    const first = await books.scroll(ScrollPosition.keyset(), options);
    assertEquals(first.content.map(({ id, title }) => [id, title, "author" in first.content[0]!]), [[
      "2",
      "Title 2",
      false,
    ]]);
    const second = await books.scroll(first.positionAt(0), options);
    const third = await books.scroll(second.positionAt(0), options);
    assertEquals([second.content[0]?.id, third.content[0]?.id, third.hasNext], ["1", "3", false]);
  },
);
