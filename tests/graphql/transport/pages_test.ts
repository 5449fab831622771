import { assertEquals, assertMatch } from "@std/assert";
import { graphQlApp } from "./graphql_app.ts";

const request = (path: string, headers: HeadersInit = {}) => new Request(`http://localhost${path}`, { headers });

Deno.test("G1.1 the schema endpoint answers with the definition language, where it is on", async () => {
  await using off = await graphQlApp();
  const missing = await off.fetch(request("/graphql/schema"));
  await missing.body?.cancel();
  assertEquals(missing.status, 404);
  await using on = await graphQlApp({ properties: { graphql: { schemaEndpoint: true } } });
  const response = await on.fetch(request("/graphql/schema"));
  assertEquals([response.headers.get("content-type"), await response.text()], [
    "text/plain; charset=utf-8",
    "type Query {\n  greeting: String\n}\n\ntype Mutation {\n  greet: String\n}\n",
  ]);
  const foreign = await on.fetch(request("/graphql/schema", { origin: "https://evil.example" }));
  await foreign.body?.cancel();
  assertEquals(foreign.status, 403);
});

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

Deno.test("G1.1 who opens the endpoint in a browser is told what it is for, in development", async () => {
  await using app = await graphQlApp({
    properties: { preset: "development", graphql: { path: "/shop/{id}/graphql" } },
  });
  const page = await app.fetch(request("/shop/7/graphql", browser));
  const html = await page.text();
  assertEquals([page.status, page.headers.get("content-type"), page.headers.get("vary")], [
    200,
    "text/html; charset=utf-8",
    "Accept",
  ]);
  assertMatch(html, /curl &#39;http:\/\/localhost\/shop\/7\/graphql&#39;/);
  assertMatch(html, /graphiql\(\)/);
  const head = await app.fetch(new Request("http://localhost/shop/7/graphql", { method: "HEAD", headers: browser }));
  assertEquals([head.status, await head.text()], [200, ""]);
  // An operation is answered whoever asks, and programs are told what is missing.
  const operation = await app.fetch(request("/shop/7/graphql?query={greeting}", browser));
  assertEquals(await operation.json(), { data: { greeting: "Hello" } });
  for (const accept of ["application/json", "*/*", "text/event-stream"]) {
    const refused = await app.fetch(request("/shop/7/graphql", { accept }));
    const { errors } = await refused.json();
    assertEquals([refused.status, errors.length], [400, 1]);
  }
  await using production = await graphQlApp();
  const refused = await production.fetch(request("/graphql", browser));
  const { errors } = await refused.json();
  assertEquals([refused.status, errors[0].extensions.classification], [400, "BAD_REQUEST"]);
});

Deno.test("The landing page lists the endpoints for browsers, in development", async () => {
  await using app = await graphQlApp({ properties: { preset: "development" } });
  const page = await app.fetch(request("/", browser));
  const html = await page.text();
  assertMatch(html, /<a href="&#47;graphql">GraphQL<\/a>|<a href="\/graphql">GraphQL<\/a>/);
  assertMatch(html, /GraphQL schema/);
  assertEquals([page.status, page.headers.get("vary"), page.headers.get("x-frame-options")], [200, "Accept", "DENY"]);
  const other = await app.fetch(request("/", { accept: "application/json" }));
  await other.body?.cancel();
  assertEquals([other.status, other.headers.get("vary")], [404, "Accept"]);
  await using production = await graphQlApp();
  const none = await production.fetch(request("/", browser));
  await none.body?.cancel();
  assertEquals(none.status, 404);
});
