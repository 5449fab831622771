import { assertEquals, assertMatch } from "@std/assert";
import { graphiql } from "@espalier/espalier/graphiql";
import { graphQlApp, type GraphQlAppOptions } from "../graphql/transport/graphql_app.ts";

const start = (more: GraphQlAppOptions = {}) =>
  graphQlApp({ modules: [graphiql()], properties: { preset: "development" }, ...more });

const get = (path: string, headers: HeadersInit = {}) => new Request(`http://localhost${path}`, { headers });

Deno.test("G1.5 C079 the page redirects to its address with the endpoint's paths", async () => {
  await using app = await start();
  const response = await app.fetch(get("/graphiql?query=1"));
  assertEquals([response.status, response.headers.get("location")], [
    307,
    "/graphiql?query=1&path=/graphql&wsPath=/graphql",
  ]);
  await using noSockets = await start({ properties: { preset: "development", graphql: { webSocket: false } } });
  const { headers } = await noSockets.fetch(get("/graphiql"));
  assertEquals(headers.get("location"), "/graphiql?path=/graphql");
});

Deno.test("G1.5 C080 C082 C083 the page's address may lie below others, path variables included", async () => {
  for (
    const { below, at = below } of [
      { below: "/context" },
      { below: "/context/servlet" },
      { below: "/env/{envId}", at: "/env/123" },
    ]
  ) {
    const graphql = { path: `${below}/graphql`, graphiqlPath: `${below}/graphiql` };
    await using app = await start({ properties: { preset: "development", graphql } });
    const { status, headers } = await app.fetch(get(`${at}/graphiql`));
    const location = `${at}/graphiql?path=${at}/graphql&wsPath=${at}/graphql`;
    assertEquals([status, headers.get("location")], [307, location]);
    const page = await app.fetch(get(location));
    assertMatch(await page.text(), /src="graphiql\/page\.js"/);
    const script = await app.fetch(get(`${at}/graphiql/page.js`));
    await script.body?.cancel();
    const answer = await app.fetch(get(`${at}/graphql?query={__typename}`));
    assertEquals([page.status, script.status, await answer.json()], [200, 200, { data: { __typename: "Query" } }]);
  }
});

Deno.test("G1.5 who opens the endpoint in a browser comes to the page; operations and programs don't", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  await using app = await start();
  const visit = await app.fetch(get("/graphql", browser));
  assertEquals([visit.status, visit.headers.get("location"), visit.headers.get("vary")], [
    307,
    "/graphiql?path=/graphql&wsPath=/graphql",
    "Accept",
  ]);
  const operation = await app.fetch(get("/graphql?query={__typename}", browser));
  assertEquals(await operation.json(), { data: { __typename: "Query" } });
  const program = await app.fetch(get("/graphql", { accept: "*/*" }));
  await program.body?.cancel();
  assertEquals(program.status, 400);
  const graphql = { path: "/env/{envId}/graphql", graphiqlPath: "/env/{envId}/graphiql" };
  await using below = await start({ properties: { preset: "development", graphql } });
  const { headers } = await below.fetch(get("/env/123/graphql", browser));
  assertEquals(headers.get("location"), "/env/123/graphiql?path=/env/123/graphql&wsPath=/env/123/graphql");
  const encoded = await below.fetch(get("/env/%E6%97%A5%2F1/graphql", browser));
  assertEquals(
    encoded.headers.get("location"),
    "/env/%E6%97%A5%2F1/graphiql?path=/env/%25E6%2597%25A5%252F1/graphql&wsPath=/env/%25E6%2597%25A5%252F1/graphql",
  );
  await using off = await start({ properties: { preset: "development", graphql: { graphiql: false } } });
  const page = await off.fetch(get("/graphql", browser));
  assertMatch(await page.text(), /<h1>GraphQL endpoint<\/h1>/);
});

Deno.test("G1.5 the page has a strict policy and loads nothing from elsewhere", async () => {
  await using app = await start();
  const response = await app.fetch(get("/graphiql?path=/graphql"));
  const html = await response.text();
  assertMatch(html, /<title>GraphiQL<\/title>/);
  assertEquals(/https?:/.test(html), false);
  assertEquals(
    response.headers.get("content-security-policy"),
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; " +
      "worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; " +
      "connect-src 'self' ws://localhost wss://localhost",
  );
  assertEquals([response.headers.get("x-frame-options"), response.headers.get("x-content-type-options")], [
    "DENY",
    "nosniff",
  ]);
});

Deno.test("G1.5 the page's files come compressed, or not, as the client likes", async () => {
  await using app = await start();
  const zipped = await app.fetch(get("/graphiql/page.css", { "accept-encoding": "gzip, br" }));
  assertEquals([zipped.headers.get("content-encoding"), zipped.headers.get("content-type")], [
    "gzip",
    "text/css; charset=utf-8",
  ]);
  const unzipped = await new Response(zipped.body!.pipeThrough(new DecompressionStream("gzip"))).text();
  const plain = await app.fetch(get("/graphiql/page.css"));
  assertEquals([plain.headers.get("content-encoding"), await plain.text()], [null, unzipped]);
  const missing = await app.fetch(get("/graphiql/constructor"));
  await missing.body?.cancel();
  assertEquals(missing.status, 404);
});

Deno.test("G1.5 the page is off in production unless it is switched on", async () => {
  const status = async (options: NonNullable<GraphQlAppOptions["properties"]>) => {
    await using app = await start({ properties: options });
    const response = await app.fetch(get("/graphiql?path=/graphql"));
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await status({}), 404);
  assertEquals(await status({ graphql: { graphiql: true } }), 200);
});
