/** Run with `OTEL_DENO=true` by the test of the runtime's spans. */
import { controller, createApp, createContainer, graphql, QueryMapping, Resource, t } from "@espalier/espalier";
import { tracing } from "@espalier/espalier/observability";

const pages = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("page"));

class Pages {
  @QueryMapping({ returns: t.string })
  async first(): Promise<string> {
    await Promise.resolve();
    return await (await fetch(`http://127.0.0.1:${pages.addr.port}/first`)).text();
  }
  @QueryMapping({ returns: t.string })
  second(): Promise<string> {
    // At once, before the field's own span was needed.
    return fetch(`http://127.0.0.1:${pages.addr.port}/second`).then((response) => response.text());
  }
  @QueryMapping({ returns: t.string })
  quick(): string {
    return "quick";
  }
}

const schema = Resource.text("pages", "type Query { first: String! second: String! quick: String! }");
const container = createContainer(graphql({ schema: [schema] }), tracing(), controller(Pages));
const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.fetch);
const response = await fetch(`http://127.0.0.1:${server.addr.port}/graphql?token=secret&page=1`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "query Both { first second quick }" }),
});
console.log(await response.text());
await server.shutdown();
await app[Symbol.asyncDispose]();
await pages.shutdown();
