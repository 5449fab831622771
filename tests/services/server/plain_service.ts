// A service with two routes, one of which keeps its response back for as many milliseconds as its query says. Started by
// the tests of this folder in a process of its own; the first argument holds its properties as JSON.
import { ContainerModule, createApp, createContainer, graphql, Resource, serve } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";

const routes = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toConstantValue({ path: "/hello", handle: () => new Response("hello") });
  bind(HttpRoute).toConstantValue({
    path: "/wait",
    handle: async ({ search }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(search.slice(1))));
      return new Response("waited");
    },
  });
  bind(HttpRoute).toConstantValue({ path: "/memory", handle: () => Response.json(Deno.memoryUsage()) });
});
const schema = Resource.text("hello", "type Query { hello: String } type Subscription { ticks: Int }");
const app = await createApp(createContainer(actuator(), graphql({ schema: [schema] }), routes), {
  properties: { logging: { format: "json" }, graphql: { inspection: "off" }, ...JSON.parse(Deno.args[0] ?? "{}") },
});
await serve(app, { port: Number(Deno.args[1] ?? 0) });
