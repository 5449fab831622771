import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  t,
} from "@espalier/espalier";
import { Database, TablePreparation } from "@espalier/espalier/data";
import { GraphQlTester } from "@espalier/espalier/testing";
import { Book, Books } from "../../examples/bookstore/catalog/mod.ts";
import { entities } from "../../examples/bookstore/seed/seed_database.ts";
import { features } from "../../examples/bookstore/features.ts";
import { Inventory } from "../../examples/bookstore/inventory/mod.ts";
import { BookWithAuthor, OrderById, PlaceOrder, Search } from "../../examples/bookstore/operations.ts";

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

function bookstore(
  { overrides = [], properties = {}, url = "sqlite::memory:" }: {
    overrides?: readonly ContainerModule[];
    properties?: EspalierPropertiesInput;
    url?: string;
  } = {},
): Promise<Application> {
  const quiet = {
    logging: { level: "OFF" },
    actuator: { discovery: true, exposureInclude: ["*"] },
    ...properties,
  } as const;
  return createApp(createContainer(...features(url), ...overrides), { root, properties: quiet });
}

function post(body: string, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

Deno.test("bookstore: real books with their authors over GraphQL", async () => {
  await using app = await bookstore();
  const { book } = await GraphQlTester.create(app).execute(BookWithAuthor, { id: "pg1342" });
  assertEquals(book, {
    title: "Pride and Prejudice",
    published: 1813,
    language: "en",
    gutenberg: 1342,
    subjects: book!.subjects,
    author: { name: "Jane Austen", born: 1775, died: 1817 },
  });
  assert(book!.subjects.length > 0);
});

Deno.test("bookstore: the books that sell best, by copies of all orders", async () => {
  await using app = await bookstore();
  const read = async () =>
    (await GraphQlTester.create(app).document(`{ bestsellers(first: 3) { copies book { id } } }`).execute())
      .path("bestsellers");
  (await read()).matchesJson([
    { copies: 16, book: { id: "pg242" } },
    { copies: 14, book: { id: "pg141" } },
    { copies: 14, book: { id: "pg169" } },
  ]);
  await GraphQlTester.create(app)
    .document(`mutation Place($input: PlaceOrderInput!) { placeOrder(input: $input) { id } }`)
    .variable("input", { customer: "Ada", lines: [{ bookId: "pg169", quantity: 1 }] })
    .execute();
  (await read()).matchesJson([
    { copies: 16, book: { id: "pg242" } },
    { copies: 15, book: { id: "pg169" } },
    { copies: 14, book: { id: "pg141" } },
  ]);
});

Deno.test("bookstore: subscribers are told how many copies are left after the order, of their book alone", async () => {
  await using app = await bookstore();
  const tester = GraphQlTester.create(app);
  const changes = tester.document('subscription { availableChanged(bookId: "pg1342") }').subscribe(
    "availableChanged",
    t.int,
  );
  const { available } = await available1342(tester);
  const first = changes.next();
  const order = (...quantities: number[]) =>
    tester.document(`mutation Place($input: PlaceOrderInput!) { placeOrder(input: $input) { id } }`)
      .variable("input", {
        customer: "Ada",
        lines: [{ bookId: "pg169", quantity: 1 }, ...quantities.map((quantity) => ({ bookId: "pg1342", quantity }))],
      })
      .execute();
  await order();
  await order(2);
  // The first line takes copies, and is rolled back as there are too few for the second.
  await order(100, 100);
  await order(1);
  assertEquals([(await first).value, (await changes.next()).value], [available - 2, available - 3]);
  await changes.return?.();
});

async function available1342(tester: GraphQlTester): Promise<{ available: number }> {
  const response = await tester.document('{ book(id: "pg1342") { available } }').execute();
  return { available: response.path("book.available").entity(t.int).get() };
}

Deno.test("bookstore: pages of books over REST", async () => {
  await using app = await bookstore();
  const response = await app.fetch(new Request("http://localhost/books?page=1&size=5&sort=title,desc"));
  const body = await response.json();
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("content-type"), "application/hal+json");
  assertEquals(Object.keys(body._links).slice(0, 3), ["self", "prev", "next"]);
  assertEquals(body._links.self, { href: "http://localhost/books{?page,size,sort*}", templated: true });
  assertEquals(body._embedded.books.length, 5);
  assertEquals(body.page.number, 1);
  assertEquals(body.page.size, 5);
});

Deno.test("bookstore: the actuator answers", async () => {
  await using app = await bookstore();
  const links = await (await app.fetch(new Request("http://localhost/actuator"))).json();
  assertEquals(links._links.self, { href: "http://localhost/actuator", templated: false });
  const health = await app.fetch(new Request("http://localhost/actuator/health"));
  assertEquals((await health.json()).status, "UP");
});

Deno.test("bookstore: an interface, a union, an enum and custom scalars", async () => {
  await using app = await bookstore();
  const tester = GraphQlTester.create(app);
  const [first] = (await tester.execute(Search, { text: "austen" })).search;
  assertEquals(first, { __typename: "Author", id: "austen-jane" });
  const { order } = await tester.execute(OrderById, { id: "o0001" });
  assertMatch(order!.placedAt, /^2025-01-02T\d\d:00:00\.000Z$/);
  assertMatch(order!.total, /^\d+\.\d\d$/);
});

Deno.test("bookstore: placing an order takes the copies from the stock", async () => {
  await using app = await bookstore();
  const tester = GraphQlTester.create(app);
  const before = await app.container.get(Inventory).available(["pg1342"]);
  const { placeOrder } = await tester.execute(PlaceOrder, {
    input: { customer: "Ada", lines: [{ bookId: "pg1342", quantity: 2 }] },
  });
  assertEquals(placeOrder, {
    customer: "Ada",
    status: "PLACED",
    lines: [{ quantity: 2, book: { title: "Pride and Prejudice", available: before[0]! - 2 } }],
  });
});

const refusals = [
  { lines: [], message: "Cannot place an order without lines" },
  { lines: [{ bookId: "none", quantity: 1 }], message: 'Cannot order book "none" as there is no such book' },
  {
    lines: [{ bookId: "pg1342", quantity: 0 }],
    message: 'Cannot order book "pg1342" as the quantity must be between 1 and 100: current value is "0"',
  },
];

for (const { lines, message } of refusals) {
  Deno.test(`bookstore: an order is refused: ${message}`, async () => {
    await using app = await bookstore();
    const response = await GraphQlTester.create(app)
      .document(PlaceOrder, { input: { customer: "Ada", lines } })
      .execute();
    response.errors().satisfy((errors) => {
      assertEquals(errors.map(({ message }) => message), [message]);
      assertEquals(errors[0]?.extensions?.classification, "BAD_REQUEST");
    });
  });
}

Deno.test("bookstore: an order that asks for too much leaves the stock as it was", async () => {
  await using app = await bookstore();
  const inventory = app.container.get(Inventory);
  const before = await inventory.available(["pg1342", "pg11"]);
  const response = await GraphQlTester.create(app)
    .document(`mutation { placeOrder(input: { customer: "Ada", lines: [
      { bookId: "pg11", quantity: 1 }, { bookId: "pg1342", quantity: 90 }, { bookId: "pg1342", quantity: 90 },
      { bookId: "pg1342", quantity: 90 }
    ] }) { id } }`)
    .execute();
  response.errors().satisfy((errors) =>
    assertMatch(errors[0]!.message, /^Cannot reserve copies of book "pg1342" as only/)
  );
  assertEquals(await inventory.available(["pg1342", "pg11"]), before);
});

Deno.test("P3 P4 the running example is customized through its container only", async () => {
  const only = new Book({ ...await firstBook(), title: "A book from a test" });
  class FewBooks extends Books {
    override findById(): Promise<Book> {
      return Promise.resolve(only);
    }
  }
  const override = new ContainerModule(({ rebind }) => {
    rebind(Books).toResolvedValue((database) => new FewBooks(database), [Database]);
  });
  await using app = await bookstore({ overrides: [override] });
  const response = await GraphQlTester.create(app).document(`{ book(id: "any") { title } }`).execute();
  response.path("book.title").entity(t.string).isEqualTo("A book from a test");
});

async function firstBook(): Promise<Book> {
  await using app = await bookstore();
  return (await app.container.get(Books).findById("pg11"))!;
}

interface BadInput {
  readonly name: string;
  readonly request: Request;
  readonly status: number;
  readonly says: string;
}

const badInputs: readonly BadInput[] = [
  { name: "a body that isn't JSON", request: post("{ books"), status: 400, says: "JSON" },
  { name: "a missing query", request: post('{"variables":{}}'), status: 400, says: "query" },
  { name: "a syntax error", request: post('{"query":"{ book("}'), status: 200, says: "Syntax Error" },
  {
    name: "an unknown field",
    request: post('{"query":"{ boks { id } }"}'),
    status: 200,
    says: 'Cannot query field \\"boks\\" on type \\"Query\\".',
  },
  {
    name: "a variable of the wrong type",
    request: post('{"query":"query($n: Int) { books(first: $n) { __typename } }","variables":{"n":"many"}}'),
    status: 200,
    says: "$n",
  },
];

for (const { name, request, status, says } of badInputs) {
  Deno.test(`bookstore, bad input: ${name}`, async () => {
    await using app = await bookstore();
    const response = await app.fetch(request);
    const text = await response.text();
    assertEquals([response.status, "data" in JSON.parse(text)], [status, false]);
    assertStringIncludes(text, says);
    const after = await app.fetch(post('{"query":"{ book(id: \\"pg11\\") { id } }"}'));
    assertEquals(await after.json(), { data: { book: { id: "pg11" } } });
  });
}

Deno.test("bookstore, bad input: a fetcher that throws is masked", async () => {
  class BrokenBooks extends Books {
    override findById(): Promise<Book> {
      return Promise.reject(new Error("password=secret"));
    }
  }
  const override = new ContainerModule(({ rebind }) => {
    rebind(Books).toResolvedValue((database) => new BrokenBooks(database), [Database]);
  });
  await using app = await bookstore({ overrides: [override] });
  const body = await (await app.fetch(post('{"query":"{ book(id: \\"pg11\\") { id } }"}'))).json();
  assertEquals(body.data, { book: null });
  assertMatch(body.errors[0].message, /^INTERNAL_ERROR for \S+$/);
  assertEquals(JSON.stringify(body).includes("secret"), false);
});

Deno.test("bookstore, bad input: a schema file with a syntax error is named with line and column", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/graphql`);
  await Deno.writeTextFile(`${folder}/graphql/broken.graphqls`, "type Query {\n  book(: Int\n}");
  // The folder holds no migrations.
  const tables = new ContainerModule(({ rebind }) => {
    rebind(TablePreparation).toConstantValue({ prepare: (database) => database.createTables(...entities) });
  });
  const error = await assertRejects(
    () => createApp(createContainer(...features("sqlite::memory:"), tables), { root: `file://${folder}/` }),
    Error,
  );
  assertMatch(error.message, /broken\.graphqls/);
  assertMatch(error.message, /2:8|line 2.*column 8/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("bookstore, bad input: a database file that can't be opened is named", async () => {
  const error = await assertRejects(() => bookstore({ url: "sqlite:/no/such/folder/bookstore.db" }), Error);
  assertStringIncludes(error.message, "/no/such/folder/bookstore.db");
});
