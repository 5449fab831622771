import { getIntrospectionQuery } from "graphql";
import { assertEquals } from "@std/assert";
import { createClient as createSseClient } from "graphql-sse";
import { createClient } from "graphql-ws";
import type { EspalierPropertiesInput } from "@espalier/espalier";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { graphQlApp, post } from "../graphql/transport/graphql_app.ts";
import { ServedApp } from "../graphql/transport/served_app.ts";

const schema = `
  type Query { book: Book, books(first: Int, ids: [ID!], like: BookInput): [Book!], page(first: Int, after: String): Page }
  type Page { edges: [Edge] }
  type Edge { node: Book }
  type Book { id: ID, next: Book, similar: [Book] }
  input BookInput { id: ID, any: [BookInput!] }
  directive @note on FIELD
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  const book = { id: "1" };
  wiring.type(
    "Query",
    (type) =>
      type.dataFetcher("book", () => book).dataFetcher("books", () => [book]).dataFetcher(
        "page",
        () => ({ edges: [] }),
      ),
  );
}

/** The GraphQL errors' messages that an operation gets over one transport. */
type Transport = (served: ServedApp, query: string, variables?: Record<string, unknown>) => Promise<string[]>;

const messages = (errors: readonly { message: string }[] | undefined) => (errors ?? []).map(({ message }) => message);

const transports: Readonly<Record<string, Transport>> = {
  "HTTP POST": async (served, query, variables) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(served.url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    return messages((await response.json()).errors);
  },
  "HTTP GET": async (served, query, variables = {}) => {
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    return messages((await (await fetch(`${served.url}?${search}`)).json()).errors);
  },
  "event stream": async (served, query, variables) => {
    const client = createSseClient({ url: served.url });
    for await (const { errors } of client.iterate({ query, ...(variables ? { variables } : {}) })) {
      client.dispose();
      return messages(errors);
    }
    return [];
  },
  WebSocket: async (served, query, variables) => {
    const closed = Promise.withResolvers<void>();
    const client = createClient({ url: served.webSocketUrl, retryAttempts: 0, on: { closed: () => closed.resolve() } });
    try {
      for await (const { errors } of client.iterate({ query, ...(variables ? { variables } : {}) })) {
        return messages(errors);
      }
      return [];
    } catch (errors) {
      return messages(errors as { message: string }[]);
    } finally {
      await client.dispose();
      await closed.promise;
    }
  },
};

interface LimitCase {
  readonly properties: EspalierPropertiesInput["graphql"];
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly refusal: string;
}

const refused = (rest: string) => `Cannot execute the operation as ${rest}`;

const cases: Readonly<Record<string, LimitCase>> = {
  depth: {
    properties: { maxDepth: 3 },
    query: "{ book { next { ...More } } } fragment More on Book { next { id } }",
    refusal: refused("the nesting of its fields must be <= 3: current value is 4"),
  },
  aliases: {
    properties: { maxAliases: 2 },
    query: "{ a: book { ...B } b: book { ...B } } fragment B on Book { x: id }",
    refusal: refused("the number of its aliases must be <= 2: current value is 4"),
  },
  directives: {
    properties: { maxDirectives: 1 },
    query: "query ($yes: Boolean = true) { book @include(if: $yes) @note { id @note } }",
    refusal: refused("the number of its directives must be <= 1: current value is 3"),
  },
  "root fields": {
    properties: { maxRootFields: 1 },
    query: "{ book { id } ... { books { id } } }",
    refusal: refused("the number of its root fields must be <= 1: current value is 2"),
  },
  tokens: {
    properties: { maxTokens: 10 },
    query: "{ book { id id id id id id id id } }",
    refusal: "Syntax Error: Document contains more than 10 tokens. Parsing aborted.",
  },
  "input values in a variable": {
    properties: { maxInputValues: 5 },
    query: "query ($book: BookInput) { books(like: $book) { id } }",
    variables: { book: { id: "1", any: [{ id: "2" }, {}] } },
    refusal: refused("the number of its input values must be <= 5: current value is 6"),
  },
  "input values at each use of a variable": {
    properties: { maxInputValues: 5 },
    query: "query ($ids: [ID!]) { a: books(ids: $ids) { id } b: books(ids: $ids) { id } }",
    variables: { ids: ["1", "2"] },
    refusal: refused("the number of its input values must be <= 5: current value is 6"),
  },
  "input values in literals": {
    properties: { maxInputValues: 5 },
    query: "{ ...A } fragment A on Query { a: books(first: 1) { id } ...B b: books(first: 1) { id } } " +
      'fragment B on Query { c: books(like: { any: [{ id: "1" }, {}] }) { id } }',
    refusal: refused("the number of its input values must be <= 5: current value is 7"),
  },
  "input values of fragments at each spread": {
    properties: { maxInputValues: 5 },
    query: "{ book { next { ...B similar { ...B } } } } " +
      "fragment B on Book { id @include(if: true) ...C } fragment C on Book { id @skip(if: false) id @skip(if: false) }",
    refusal: refused("the number of its input values must be <= 5: current value is 6"),
  },
  "page size in the document": {
    properties: { maxPageSize: 10 },
    query: "{ books(first: 11) { id } }",
    refusal: refused("the size of a page must be <= 10: current value is 11"),
  },
  "page size in a variable": {
    properties: { maxPageSize: 10 },
    query: "query ($n: Int) { books(first: $n) { id } }",
    variables: { n: 500 },
    refusal: refused("the size of a page must be <= 10: current value is 500"),
  },
  "cost by a size argument": {
    properties: { maxCost: 100 },
    query: "query ($n: Int = 50) { books(first: $n) { id next { id } } }",
    refusal: refused("its cost must be <= 100: current value is 151"),
  },
  "cost of a connection": {
    properties: { maxCost: 100 },
    query: "{ page(first: 60) { edges { node { id } } } }",
    refusal: refused("its cost must be <= 100: current value is 122"),
  },
  "cost by a list of ids": {
    properties: { maxCost: 100 },
    query: "query ($ids: [ID!]) { books(ids: $ids) { id } }",
    variables: { ids: Array.from({ length: 200 }, (_, index) => String(index)) },
    refusal: refused("its cost must be <= 100: current value is 201"),
  },
  "cost by a list of ids that a variable has by default": {
    properties: { maxCost: 20 },
    query: `query ($ids: [ID!] = [${Array(200).fill(1).join()}]) { books(ids: $ids) { id } }`,
    refusal: refused("its cost must be <= 20: current value is 201"),
  },
  "cost of lists without a size": {
    properties: { maxCost: 100 },
    query: "{ books { similar { id } } }",
    refusal: refused("its cost must be <= 100: current value is 221"),
  },
  introspection: {
    properties: { introspection: false },
    query: "{ __schema { types { name } } }",
    refusal: 'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
  },
};

for (const [limit, { properties = {}, query, variables, refusal }] of Object.entries(cases)) {
  Deno.test(`G1.1 G1.2 G1.3 the limit on ${limit} holds on every transport`, async () => {
    await using served = await ServedApp.start({ schema, wiring, properties: { graphql: properties } });
    for (const [name, send] of Object.entries(transports)) {
      assertEquals([name, (await send(served, query, variables))[0]], [name, refusal]);
    }
    const off = await ServedApp.start({ schema, wiring });
    assertEquals(await transports["HTTP POST"]!(off, query, variables), []);
    await off[Symbol.asyncDispose]();
  });
}

Deno.test("G1.1 G1.2 input of several thousand rows is taken, and more of it costs next to nothing", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { preset: "production" } });
  const query = "query ($book: BookInput) { books(like: $book) { id } }";
  const answer = async (any: readonly unknown[]) => {
    return await (await app.fetch(post({ query, variables: { book: { any } } }))).json();
  };
  const rows = Array.from({ length: 8_000 }, (_, index) => ({ id: String(index), any: [{ id: "0" }] }));
  assertEquals(await answer(rows), { data: { books: [{ id: "1" }] } });
  const { errors } = await answer(Array(300_000).fill({}));
  assertEquals(errors[0].extensions, {
    classification: "BAD_REQUEST",
    limit: { name: "maxInputValues", value: 50_000 },
  });
});

Deno.test("A refusal names the limit and its value in its extensions", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { maxDepth: 1 } } });
  const { errors } = await (await app.fetch(post({ query: "{ book { id } }" }))).json();
  assertEquals(errors[0].extensions, { classification: "BAD_REQUEST", limit: { name: "maxDepth", value: 1 } });
});

Deno.test("Limits of 0 are no limits", async () => {
  const properties = {
    graphql: {
      maxTokens: 0,
      maxDepth: 0,
      maxAliases: 0,
      maxDirectives: 0,
      maxRootFields: 0,
      maxInputValues: 0,
      maxPageSize: 0,
      maxCost: 0,
    },
  };
  await using app = await graphQlApp({ schema, wiring, properties });
  const fields = Array.from({ length: 2_000 }, (_, index) => `a${index}: book { id }`).join(" ");
  const { errors } = await (await app.fetch(post({ query: `{ ${fields} books(first: 1000000) { id } }` }))).json();
  assertEquals(errors, undefined);
});

Deno.test("What the client might have meant is told in development only", async () => {
  const mistakes = [{ query: "{ bok { id } }" }, { query: "{ books(frist: 1) { id } }" }];
  for (const preset of ["production", "development"] as const) {
    await using app = await graphQlApp({ schema, wiring, properties: { preset } });
    for (const mistake of mistakes) {
      const { errors } = await (await app.fetch(post(mistake))).json();
      assertEquals([preset, errors[0].message.includes("Did you mean")], [preset, preset === "development"]);
    }
  }
});

Deno.test("G1.1 requests of other sites are 403 with errors; with CORS their pages may read the answer", async () => {
  const headers = { origin: "https://app.example", "sec-fetch-site": "cross-site" };
  await using closed = await graphQlApp({ schema, wiring });
  const refusal = await closed.fetch(post({ query: "{ book { id } }" }, headers));
  assertEquals([refusal.status, (await refusal.json()).errors[0].extensions], [403, { classification: "FORBIDDEN" }]);
  assertEquals(refusal.headers.get("access-control-allow-origin"), null);

  const properties = { http: { corsOrigins: ["https://app.example"] } };
  await using open = await graphQlApp({ schema, wiring, properties });
  const answer = await open.fetch(post({ query: "{ book { id } }" }, headers));
  assertEquals([answer.status, answer.headers.get("access-control-allow-origin"), await answer.json()], [
    200,
    "https://app.example",
    { data: { book: { id: "1" } } },
  ]);
  const preflight = await open.fetch(
    new Request("http://localhost/graphql", {
      method: "OPTIONS",
      headers: {
        ...headers,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    }),
  );
  assertEquals([preflight.status, preflight.headers.get("access-control-allow-headers")], [
    204,
    "authorization, content-type, if-match, if-none-match, x-graphql-event-stream-token",
  ]);
});

Deno.test("G1.1 a body over the limit is 413 and names it", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { http: { maxBodyBytes: 100 } } });
  const response = await app.fetch(post({ query: `{ book { id } } # ${"x".repeat(100)}` }));
  assertEquals([response.status, (await response.json()).errors[0].message], [
    413,
    "Cannot read the request body as it must have 100 bytes at most: current size is 130",
  ]);
});

Deno.test("G1.1 a service without introspection answers the query of tools with one error", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { introspection: false } } });
  for (const query of [getIntrospectionQuery(), "{ books { nope } __schema { types { name } } }"]) {
    const { data, errors } = await (await app.fetch(post({ query }))).json();
    assertEquals([data, errors.map(({ message }: { message: string }) => message)], [undefined, [
      'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
    ]]);
  }
});
