import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { Database, databaseAt, type DatabaseOptions } from "@espalier/espalier/data";
import { recordEvents, Scenario } from "@espalier/espalier/testing";
import { features } from "../../examples/bookstore/features.ts";
import { seedAuthors } from "../../examples/bookstore/seed/authors.ts";
import { seedBooks } from "../../examples/bookstore/seed/books.ts";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "../data/stores.ts";

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

function bookstore(url = "sqlite::memory:", options: DatabaseOptions = {}): Promise<Application> {
  const database = new ContainerModule(({ rebind }) => {
    rebind(Database).toResolvedValue(() => databaseAt(url, options)).inSingletonScope()
      .onDeactivation((opened) => opened.close());
  });
  return createApp(createContainer(...features(), database, recordEvents()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
}

interface Answer {
  readonly data?: Record<string, Connection>;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: Record<string, unknown> }[];
  readonly pageInfo: Record<string, unknown>;
}

async function ask(app: Application, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    }),
  );
  return await response.json();
}

const byTitle = [...seedBooks].sort((a, b) => compareCodePoints(a.title, b.title) || compareCodePoints(a.id, b.id));

function compareCodePoints(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const page = `query ($first: Int, $after: String, $last: Int, $before: String) {
  books(first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id } }
    pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
  }
}`;

Deno.test("bookstore: the books are paged by keys, every real book once, in both directions", async () => {
  await using app = await bookstore();
  const forward: unknown[] = [];
  for (let after: unknown = null, isDone = false; !isDone;) {
    const { books } = (await ask(app, page, { first: 60, after })).data!;
    forward.push(...books!.edges.map(({ node }) => node.id));
    [after, isDone] = [books!.pageInfo.endCursor, books!.pageInfo.hasNextPage === false];
  }
  assertEquals(forward, byTitle.map(({ id }) => id));
  const backward: unknown[] = [];
  for (let before: unknown = null, isDone = false; !isDone;) {
    const { books } = (await ask(app, page, { last: 70, before })).data!;
    backward.unshift(...books!.edges.map(({ node }) => node.id));
    [before, isDone] = [books!.pageInfo.startCursor, books!.pageInfo.hasPreviousPage === false];
  }
  assertEquals(backward, forward);
});

Deno.test("bookstore: a page with its authors costs two statements", async () => {
  const statements: string[] = [];
  await using app = await bookstore("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  statements.length = 0;
  const { data } = await ask(app, "{ books(first: 100) { edges { node { title author { name } } } } }");
  // The delivery of events looks for publications beside the request.
  const ofRequest = statements.filter((text) => !text.includes("event_publication"));
  const tables = ofRequest.map((text) => /from "(\w+)"/.exec(text)?.[1] ?? text);
  assertEquals([data?.books?.edges.length, ...tables], [100, "books", "authors"]);
});

/** The ids of each author's books by year of publication. */
const booksByAuthor = new Map(seedAuthors.map(({ id, name }) => {
  const books = seedBooks.filter(({ authorId }) => authorId === id)
    .sort((a, b) => a.published - b.published || compareCodePoints(a.title, b.title));
  return [name, books.map((book) => book.id)];
}));

interface AuthorAnswer {
  readonly name?: string;
  readonly books: Connection & { readonly totalCount?: number };
}

async function booksOf(app: Application, args: string, more = ""): Promise<AuthorAnswer[]> {
  const selection = `name books(${args}) { edges { cursor node { id } } ${more} }`;
  const { data, errors } = await ask(app, `{ search(text: "e") { ... on Author { ${selection} } } }`);
  assertEquals(errors, undefined);
  return (data!.search as unknown as AuthorAnswer[]).filter(({ name }) => name !== undefined);
}

Deno.test("20.12 bookstore: the books of all authors are one statement, and their numbers one more", async () => {
  const statements: string[] = [];
  // The delivery of events looks for work now and then.
  const onStatement = (text: string) => void (text.includes("publication") || statements.push(text));
  await using app = await bookstore("sqlite::memory:", { onStatement });
  statements.length = 0;
  const info = "pageInfo { hasNextPage hasPreviousPage endCursor startCursor }";
  const first = await booksOf(app, "first: 2", info);
  // Books and authors are searched, and then come the books of all authors.
  assertEquals(statements.length, 3);
  const idsOf = ({ books }: { books: Connection }) => books.edges.map(({ node }) => node.id as string);
  assert(first.length > 10);
  for (const author of first) {
    const all = booksByAuthor.get(author.name!)!;
    assertEquals(idsOf(author), all.slice(0, 2));
    assertEquals(author.books.pageInfo.hasNextPage, all.length > 2);
  }
  const last = await booksOf(app, "last: 1", `totalCount ${info}`);
  assertEquals(statements.length, 7);
  for (const author of last) {
    const all = booksByAuthor.get(author.name!)!;
    assertEquals([idsOf(author), author.books.totalCount], [all.slice(-1), all.length]);
    assertEquals(author.books.pageInfo.hasPreviousPage, all.length > 1);
  }
  const [austen] = (await booksOf(app, "first: 1")).filter(({ name }) => name === "Jane Austen");
  const next = await ask(
    app,
    `{ author(id: "austen-jane") { books(first: 100, after: "${austen!.books.edges[0]!.cursor}") {
    totalCount edges { node { id } } } } }`,
  );
  const { books } = next.data!.author as unknown as { books: Connection & { totalCount: number } };
  const all = booksByAuthor.get("Jane Austen")!;
  assertEquals([books.edges.map(({ node }) => node.id), books.totalCount], [all.slice(1), all.length]);
});

Deno.test("20.12 bookstore: the cost of nested pages is that of the outer items times the page", async () => {
  await using app = await bookstore();
  const nested = (first: number) =>
    ask(
      app,
      `{ books(first: 100) { edges { node { author { books(first: ${first}) { edges { cursor node {
      a: author { name } b: author { name } c: author { name } d: author { name } } } } } } } } }`,
    );
  assertEquals((await nested(1)).errors, undefined);
  const { errors } = await nested(100);
  assertEquals(errors?.[0]?.extensions.classification, "BAD_REQUEST");
  // Ten fields for each of 100 x 100 books, four for each of 100 books, and two.
  assertMatch(errors![0]!.message, /its cost must be <= 100000: current value is 100402/);
});

Deno.test("bookstore: books are found by example", async () => {
  await using app = await bookstore();
  const found = async (example: string, more = "") => {
    const { data } = await ask(app, `{ booksLike(example: ${example}${more}) { edges { node { id } } } }`);
    return data?.booksLike?.edges.map(({ node }) => node.id);
  };
  const expected = (matches: (book: typeof seedBooks[number]) => boolean) =>
    byTitle.filter(matches).sort((a, b) => a.published - b.published).map(({ id }) => id).slice(0, 20);
  assertEquals(await found('{ title: "PRIDE" }'), expected(({ title }) => title.toLowerCase().includes("pride")));
  assertEquals(
    await found('{ author: { name: "austen" }, language: "EN" }'),
    expected(({ authorId, language }) => authorId === "austen-jane" && language === "en"),
  );
  assertEquals((await found('{ author: { name: "austen" } }', ", first: 2"))?.length, 2);
  assertEquals(await found("{ published: 1 }"), []);
  assertEquals(await found('{ title: "100%" }'), []);
  assertEquals(await found(`{ title: "' or 1=1 --" }`), []);
});

Deno.test("bookstore, bad input: cursors and counts that don't fit are bad requests", async () => {
  await using app = await bookstore();
  const failure = async (args: string) => {
    const { errors } = await ask(app, `{ books(${args}) { edges { cursor } } }`);
    return [errors?.[0]?.message, errors?.[0]?.extensions.classification];
  };
  const foreign = btoa('K_{"published":1813,"id":"pg1342"}');
  assertEquals(await failure(`after: "${foreign}"`), [
    "Cannot use the cursor as it must be made for the same sort",
    "BAD_REQUEST",
  ]);
  assertEquals(await failure('after: "x"'), ["Failed to decode cursor: x", "BAD_REQUEST"]);
  assertEquals((await failure("first: 100000"))[1], "BAD_REQUEST");
  assertEquals(await failure("first: -3"), [
    "Cannot execute the operation as the size of a page must be >= 0: current value is -3",
    "BAD_REQUEST",
  ]);
  const both = await ask(app, "{ books(first: 2, last: 3) { edges { node { id } } } }");
  assertEquals(both.data?.books?.edges.map(({ node }) => node.id), byTitle.slice(0, 2).map(({ id }) => id));
});

const requests = [
  "/books?size=7&page=3&sort=published,desc&sort=title",
  "/books?size=5&sort=title,asc,ignorecase",
  "/authors?size=10&sort=born&sort=sortName,desc",
  "/books/pg1342",
  "/authors/austen-jane",
];

const queries = [
  "{ books(first: 30) { edges { cursor node { id title price author { name died } subjects } } pageInfo { endCursor } } }",
  "{ books(last: 30) { edges { cursor node { id } } pageInfo { hasPreviousPage startCursor } } }",
  '{ booksLike(example: { author: { name: "É" } }) { edges { cursor node { title author { name } } } } }',
  '{ search(text: "ö") { __typename ... on Book { title } ... on Author { name books { edges { node { title } } } } } }',
  '{ order(id: "o0001") { status total placedAt lines { quantity price book { title available } } shipment { shippedAt } } }',
];

async function answers(app: Application): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const path of requests) found.push(await (await app.fetch(new Request(`http://localhost${path}`))).json());
  for (const query of queries) found.push(await ask(app, query));
  return found;
}

const servers = [
  { name: "PostgreSQL", url: postgresUrl, ignore: !hasPostgres, place: "schema", end: " cascade" },
  { name: "MariaDB", url: mariadbUrl, ignore: !hasMariadb, place: "database", end: "" },
];

for (const { name, url, ignore, place, end } of servers) {
  /** Opens the bookstore in a place of its own on the server. */
  const onServer = async (test: (app: Application) => Promise<void>) => {
    const schema = `espalier_store_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    await using server = databaseAt(url);
    await server.execute(`create ${place} ${schema}`);
    try {
      await using app = await bookstore(url, { schema });
      await test(app);
    } finally {
      await server.execute(`drop ${place} ${schema}${end}`);
    }
  };

  Deno.test({
    name: `C5.1 bookstore: SQLite and ${name} answer with the same JSON`,
    ignore,
    fn: () =>
      onServer(async (app) => {
        await using onSqlite = await bookstore();
        const expected = await answers(onSqlite);
        assertEquals(JSON.stringify(expected).includes("errors"), false);
        assertEquals(await answers(app), expected);
      }),
  });

  Deno.test({
    name: `21.6 bookstore: an order on ${name} is stored, announced and shipped`,
    ignore,
    fn: () =>
      onServer(async (app) => {
        const place =
          `mutation { placeOrder(input: { customer: "Ada", lines: [{ bookId: "pg1342", quantity: 2 }] }) { id } }`;
        const order = "{ status total lines { quantity book { id } } shipment { trackingNumber } }";
        const shipped = async () => {
          const [{ id }] = await app.container.get(Database).execute(
            "select id from orders where customer = 'Ada'",
          ) as [
            { id: string },
          ];
          const { data } = await ask(app, `{ order(id: "${id}") ${order} }`);
          return data!.order as unknown as { readonly status: string; readonly shipment: unknown };
        };
        await Scenario.of(app)
          .stimulate(async () => assertEquals((await ask(app, place)).errors, undefined))
          .forStateChange(shipped, ({ status, shipment }) => status === "SHIPPED" && shipment !== null)
          .toBeReached();
      }),
  });
}

async function startTogether(url: string, options: DatabaseOptions = {}): Promise<number[]> {
  const apps = await Promise.all([bookstore(url, options), bookstore(url, options), bookstore(url, options)]);
  try {
    return await Promise.all(apps.map(async (app) => {
      const { data } = await ask(app, "{ books(first: 1000) { edges { node { id } } } }");
      return data!.books!.edges.length;
    }));
  } finally {
    for (const app of apps) await app[Symbol.asyncDispose]();
  }
}

const ofEach = Array.from({ length: 3 }, () => seedBooks.length);

Deno.test("21.3 bookstore: three instances that start on one new file fill it once", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assertEquals(await startTogether(`sqlite:${folder}/shop.db`), ofEach);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

for (const { name, url, ignore, place, end } of servers) {
  Deno.test({
    name: `21.3 bookstore: three instances that start on one new database of ${name} fill it once`,
    ignore,
    fn: async () => {
      const schema = `espalier_store_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
      await using server = databaseAt(url);
      await server.execute(`create ${place} ${schema}`);
      try {
        assertEquals(await startTogether(url, { schema }), ofEach);
      } finally {
        await server.execute(`drop ${place} ${schema}${end}`);
      }
    },
  });
}
