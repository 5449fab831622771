import { assertEquals, assertRejects } from "@std/assert";
import { data, describeType, param, QueryMapping, t } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { type PurgeTarget, ResponseCache } from "@espalier/espalier/cache";
import { cacheApp, post } from "./cache_app.ts";

const schema = `
  type Query {
    book(id: ID!): Book @cacheControl(maxAge: 60)
    books: [Book!]! @cacheControl(maxAge: 60)
    node(id: ID!): Node @cacheControl(maxAge: 60)
    bookCount: Int @cacheControl(maxAge: 60)
    other: Int @cacheControl(maxAge: 60)
  }
  interface Node @cacheControl(maxAge: 60) { id: ID! }
  type Book implements Node @cacheControl(maxAge: 60) { id: ID! title: String author: Author }
  type Author implements Node @cacheControl(maxAge: 60) { id: ID! name: String }
`;

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
describeType(Book, { id: t.id, title: t.string }, { id: "id" });

let calls = 0;
let gate: PromiseWithResolvers<void> | undefined;
let entered: PromiseWithResolvers<void> | undefined;

const bookOf = (id: string) =>
  id === "none" ? null : { id, title: `title ${++calls}`, author: { id: `a${id}`, name: "n" } };

class Api {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  async book(id: string): Promise<object | null> {
    const found = bookOf(id);
    if (found === null) calls++;
    entered?.resolve();
    await gate?.promise;
    return found;
  }
  @QueryMapping()
  books(): object[] {
    return [bookOf("1"), bookOf("2")] as object[];
  }
  @QueryMapping({ params: [param.argument("id", t.id)] })
  node(id: string): object {
    calls++;
    return id.startsWith("a") ? { __typename: "Author", id, name: "n" } : { __typename: "Book", ...bookOf(id) };
  }
  @QueryMapping({ returns: t.int })
  bookCount(): number {
    return ++calls;
  }
  @QueryMapping({ returns: t.int })
  other(): number {
    return ++calls;
  }
}

const entities = { Book: "id", Author: "id" };
const policies = { "Query.bookCount": { dependsOn: ["Book"] }, "Query.other": { tags: ["others"] } };

/** A query, a purge, and whether it makes the response to the query out of date. */
const cases: readonly (readonly [string, PurgeTarget, boolean])[] = [
  ['{ book(id: "1") { id title } }', { type: "Book", id: 1 }, true],
  ['{ book(id: "1") { id title } }', { type: "Book", id: "2" }, false],
  ['{ book(id: "1") { key: id title } }', { type: "Book", id: "2" }, false],
  ['{ book(id: "1") { title } }', { type: "Book", id: "2" }, true],
  ['{ book(id: "1") { id: title } }', { type: "Book", id: "2" }, true],
  ['{ book(id: "1") { id author { id } } }', { type: "Author", id: "a1" }, true],
  ['{ book(id: "1") { id author { id } } }', { type: "Author", id: "a2" }, false],
  ['{ book(id: "1") { id author { name } } }', { type: "Author", id: "a2" }, true],
  ['{ book(id: "1") { id } }', { type: "Author" }, false],
  ['{ book(id: "1") { id } }', { type: "Book" }, true],
  ['{ book(id: "none") { id } }', { type: "Book", id: "none" }, true],
  ["{ books { id title } }", { type: "Book", id: "2" }, true],
  ["{ books { id title } }", { type: "Book", id: "3" }, false],
  ["{ books { ...F } } fragment F on Book { id title }", { type: "Book", id: "3" }, false],
  ['{ node(id: "7") { id __typename } }', { type: "Book", id: "7" }, true],
  ['{ node(id: "7") { id __typename } }', { type: "Book", id: "8" }, false],
  ['{ node(id: "7") { id __typename } }', { type: "Author", id: "7" }, false],
  ['{ node(id: "7") { id } }', { type: "Author", id: "7" }, true],
  ['{ node(id: "7") { __typename ... on Book { id title } } }', { type: "Book", id: "8" }, false],
  ["{ bookCount }", { type: "Book", id: "1" }, true],
  ["{ bookCount }", { type: "Author" }, false],
  ["{ other }", { tag: "others" }, true],
  ["{ other }", { tag: "another" }, false],
];

Deno.test("26.4 a purge is about the responses that hold an entity, may hold it, or are marked", async () => {
  await using app = await cacheApp({ schema, controllers: [Api], cache: { entities, policies } });
  const cache = app.container.get(ResponseCache);
  for (const [query, target, expected] of cases) {
    await cache.clear();
    const first = await post(app, query);
    assertEquals(first.body.errors, undefined);
    const before = calls;
    assertEquals((await post(app, query)).body, first.body, query);
    assertEquals(calls, before, `${query} was not kept`);
    await cache.purge(target);
    await post(app, query);
    assertEquals(calls > before, expected, `${query} ${JSON.stringify(target)}`);
  }
});

Deno.test("26.4 a response that is being made while a purge comes is not kept", async () => {
  await using app = await cacheApp({ schema, controllers: [Api], cache: { entities } });
  const query = '{ book(id: "1") { id title } }';
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  const old = post(app, query);
  await entered.promise;
  await app.container.get(ResponseCache).purge({ type: "Book", id: "1" });
  gate.resolve();
  gate = entered = undefined;
  const { body } = await old;
  const { body: next } = await post(app, query);
  assertEquals((next.data as { book: object }).book === (body.data as { book: object }).book, false);
  assertEquals(JSON.stringify(next) === JSON.stringify(body), false);
});

Deno.test("26.4 with more entities than may be followed, each purge of their types is about the response", async () => {
  await using app = await cacheApp({ schema, controllers: [Api], cache: { entities, maxEntities: 1 } });
  await post(app, "{ books { id title } }");
  const before = calls;
  await app.container.get(ResponseCache).purge({ type: "Book", id: "99" });
  await post(app, "{ books { id title } }");
  assertEquals(calls > before, true);
});

Deno.test("26.4 after more purges than are remembered, nothing out of date is served", async () => {
  await using app = await cacheApp({ schema, controllers: [Api], cache: { entities } });
  const cache = app.container.get(ResponseCache);
  const query = '{ book(id: "1") { id title } }';
  await post(app, query);
  await cache.purge({ type: "Book", id: "1" });
  for (let i = 0; i < 30; i++) {
    await cache.purge(...Array.from({ length: 1_000 }, (_, n) => ({ type: "Book", id: `x${i}-${n}` })));
  }
  const before = calls;
  await post(app, query);
  assertEquals(calls > before, true);
});

Deno.test("26.4 a target that names nothing is refused", async () => {
  await using app = await cacheApp({ schema, controllers: [Api] });
  await assertRejects(
    () => app.container.get(ResponseCache).purge({ tag: "" }),
    TypeError,
    "{ type, id }, { type } or { tag }",
  );
});

for (const url of ["memory:", "sqlite::memory:"]) {
  Deno.test(`26.4 changes through repositories purge the type of their class once they are committed, on ${url}`, async () => {
    await using app = await cacheApp({
      schema,
      controllers: [Api],
      cache: { entities },
      modules: [data({ url, entities: [Book] })],
    });
    const database = app.container.get(Database);
    const books = database.repository<Book, string>(Book);
    const isPurgedBy = async (change: () => Promise<unknown>): Promise<boolean> => {
      await post(app, '{ book(id: "1") { id title } }');
      const before = calls;
      await change();
      await post(app, '{ book(id: "1") { id title } }');
      return calls > before;
    };
    assertEquals(await isPurgedBy(() => books.save(new Book("1", "a"))), true);
    assertEquals(await isPurgedBy(() => books.findAll()), false);
    assertEquals(await isPurgedBy(() => books.deleteById("1")), true);
    const rolledBack = () =>
      database.transactions.run(async () => {
        await books.save(new Book("2", "b"));
        throw new Error("undone");
      }).catch(() => {});
    assertEquals(await isPurgedBy(rolledBack), false);
    const whileOpen = () =>
      database.transactions.run(async () => {
        await books.save(new Book("3", "c"));
        // Another client fills the cache with what is there before the commit.
        await post(app, '{ book(id: "1") { id title } }');
      });
    assertEquals(await isPurgedBy(whileOpen), true);
  });
}
