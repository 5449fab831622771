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

Deno.test("The landing page lists the endpoints for browsers, in development", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
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
