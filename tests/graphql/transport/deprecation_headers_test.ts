import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { EspalierPropertiesInput } from "@espalier/espalier";
import { GraphQlSource, Resource, type RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { get, graphQlApp, post } from "./graphql_app.ts";

const schema = `
  type Query {
    book(old: Int @deprecated(reason: "no") @sunset(since: "2026-05-01"), genre: Genre, filter: Filter): Book
  }
  type Subscription { book: Book }
  enum Genre { NOVEL POEM @deprecated(reason: "NOVEL") @sunset(at: "2026-12-24T18:00:00Z") }
  input Filter { title: String name: String @deprecated(reason: "title") }
  type Book {
    title: String
    name: String @deprecated(reason: "Use title") @sunset(since: "2026-01-01", at: "2027-01-01", link: "https://docs.example/x y")
    isbn: String @deprecated(reason: "gone") @sunset(since: "2025-01-01", link: "/migrate")
  }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("book", () => ({ title: "Emma", name: "Emma" })));
  wiring.type("Subscription", (type) =>
    type.dataFetcher("book", async function* () {
      yield { name: "Emma" };
    } as never));
}

function app(graphql: EspalierPropertiesInput["graphql"] = {}) {
  return graphQlApp({ schema, wiring, properties: { graphql } });
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    ["deprecation", "sunset", "link"].flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []),
  );
}

const seconds = (date: string) => `@${Date.parse(date) / 1_000}`;

const cases: Record<string, Record<string, string>> = {
  "{ book { title } }": {},
  "{ name: book { name: title } }": {},
  "{ book { name } }": {
    deprecation: seconds("2026-01-01"),
    sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
    link: '<https://docs.example/x%20y>; rel="deprecation"',
  },
  "{ book { ...B } } fragment B on Book { name isbn }": {
    deprecation: seconds("2025-01-01"),
    sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
    link: '<https://docs.example/x%20y>; rel="deprecation", </migrate>; rel="deprecation"',
  },
  "{ book(old: 1) { title } }": { deprecation: seconds("2026-05-01") },
  "{ book(genre: POEM) { title } }": { deprecation: "@0", sunset: "Thu, 24 Dec 2026 18:00:00 GMT" },
  '{ book(filter: { name: "x" }) { title } }': { deprecation: "@0" },
  '{ book(filter: { title: "x" }, genre: NOVEL) { title } }': {},
};

Deno.test("26.7 responses of operations that use something deprecated say so in their headers", async () => {
  await using service = await app();
  for (const [query, expected] of Object.entries(cases)) {
    for (const request of [post({ query }), get({ query }), post({ query })]) {
      const response = await service.fetch(request);
      assertEquals({ query, headers: headersOf(response) }, { query, headers: expected });
      assertEquals((await response.json()).errors, undefined);
    }
  }
});

Deno.test("26.7 only the operation that runs counts, and event streams carry the headers, too", async () => {
  await using service = await app();
  const query = "query New { book { title } } query Old { book { name } }";
  for (const [operationName, isTold] of [["New", false], ["Old", true]] as const) {
    const response = await service.fetch(post({ query, operationName }));
    assertEquals("deprecation" in headersOf(response), isTold);
    await response.body?.cancel();
  }
  const accept = { accept: "text/event-stream" };
  const stream = await service.fetch(post({ query: "subscription { book { name } }" }, accept));
  assertEquals(headersOf(stream).sunset, "Fri, 01 Jan 2027 00:00:00 GMT");
  await stream.text();
});

Deno.test("26.7 graphql.deprecationHeaders switches the headers off", async () => {
  await using service = await app({ deprecationHeaders: false });
  const response = await service.fetch(post({ query: "{ book { name } }" }));
  assertEquals(headersOf(response), {});
  await response.body?.cancel();
});

const wrong: Record<string, string> = {
  'a: Int @deprecated(reason: "x") @sunset(at: "soon")': '"Query.a" as it must be a date such as "2027-01-31"',
  'a: Int @deprecated(reason: "x") @sunset(since: "12/31/2026")': 'current value is "12/31/2026"',
  'a: Int @deprecated(reason: "x") @sunset(link: "see wiki")': 'link of "Query.a" as it must be a URL',
  'a: Int @sunset(at: "2027-01-01")': 'Cannot apply @sunset to "Query.a" as it must be deprecated',
};

Deno.test("26.7 @sunset with something else than dates and URLs, or without @deprecated, fails the start", async () => {
  for (const [field, message] of Object.entries(wrong)) {
    const builder = GraphQlSource.schemaResourceBuilder().schemaResources(
      Resource.text("s", `type Query { ${field} }`),
    );
    const error = await assertRejects(() => builder.build(), TypeError);
    assertStringIncludes(error.message, message);
  }
});
