// A service whose one route rejects in the background: started by uncaught_errors_test.ts in a process of its own. The
// first argument says when: "on" and "off" while it serves, with that value of the property; "stopped" afterwards.
import { ContainerModule, createApp, createContainer, serve } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

const [situation] = Deno.args;
const reject = () => void Promise.reject(new Error("in the background"));
const module = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toConstantValue({
    path: "/",
    handle: () => {
      if (situation !== "stopped") reject();
      return new Response("answered");
    },
  });
});
const properties = { http: { keepServingOnUncaughtErrors: situation !== "off" }, logging: { format: "json" } } as const;
const server = await serve(await createApp(createContainer(module), { properties }), { port: 0, quiet: true });
await (await fetch(server.url)).text();
await server.stop();
console.log("stopped");
if (situation === "stopped") reject();
