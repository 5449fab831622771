import { assertEquals } from "@std/assert";
import { ContainerModule } from "@espalier/espalier";
import { HttpInterceptor } from "@espalier/espalier/http";
import { graphQlApp, post } from "./graphql_app.ts";

const eventStream = { accept: "text/event-stream" };
const graphQlResponse = { accept: "application/graphql-response+json" };

Deno.test("G1.1 G1.3 C029 C040 a preflight of an allowed origin is answered, whatever the client will accept", async () => {
  await using app = await graphQlApp({ properties: { http: { corsOrigins: ["https://example.com"] } } });
  const preflight = async (accept: Record<string, string>, origin: string) => {
    const headers = { ...accept, origin, "access-control-request-method": "POST" };
    const response = await app.fetch(new Request("http://localhost/graphql", { method: "OPTIONS", headers }));
    await response.body?.cancel();
    return [response.status, response.headers.get("access-control-allow-origin")];
  };
  for (const accept of [graphQlResponse, eventStream]) {
    assertEquals(await preflight(accept, "https://example.com"), [204, "https://example.com"]);
    assertEquals(await preflight(accept, "https://example.org"), [403, null]);
  }
});

Deno.test("G1.1 G1.3 C031 C037 C038 C046 the exchange names the path pattern of the endpoint, and none elsewhere", async () => {
  const routes: unknown[] = [];
  const watching = new ContainerModule(({ bind }) => {
    bind(HttpInterceptor).toConstantValue({
      async intercept(exchange, next) {
        const response = await next(exchange);
        routes.push([exchange.path, exchange.route, response.status]);
        return response;
      },
    });
  });
  await using app = await graphQlApp({ modules: [watching] });
  for (const accept of [graphQlResponse, eventStream]) {
    for (const path of ["/graphql", "/invalid"]) {
      const response = await app.fetch(new Request(`http://localhost${path}`, post({ query: "{ greeting }" }, accept)));
      await response.text();
    }
  }
  const expected = [["/graphql", "/graphql", 200], ["/invalid", undefined, 404]];
  assertEquals(routes, [...expected, ...expected]);
});

Deno.test("G1.3 C043 C044 what can't be read or accepted is refused before a stream begins", async () => {
  await using app = await graphQlApp();
  const refused = async (headers: Record<string, string>) => {
    const response = await app.fetch(post({ query: "{ greeting }" }, headers));
    const { errors } = await response.json();
    return [response.status, response.headers.get("content-type"), errors.length];
  };
  assertEquals(await refused({ ...eventStream, "content-type": "text/xml" }), [415, "application/json", 1]);
  assertEquals(await refused({ accept: "text/xml" }), [406, "application/json", 1]);
});
