// A service of several processes, started by several_processes_test.ts: the arguments are the port and their number. With
// a third one, processes that another one has started fail as it says.
import { ContainerModule, createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";
import { metrics } from "@espalier/espalier/observability";

const [port = "0", processes = "2", failure] = Deno.args;
const isFirst = Deno.env.get("ESPALIER_PROCESS") === undefined;
if (!isFirst && failure === "exits") Deno.exit(3);
if (!isFirst && failure === "hangs") await new Promise((resolve) => setTimeout(resolve, 600_000));

const routes = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toConstantValue({ path: "/pid", handle: () => new Response(String(Deno.pid)) });
  bind(HttpRoute).toConstantValue({
    path: "/slow",
    handle: async () => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      return new Response(String(Deno.pid));
    },
  });
});
const server = await start(() =>
  createApp(createContainer(actuator(), metrics(), routes), {
    properties: {
      ...propertiesFromEnv(),
      actuator: { exposureInclude: ["*"], healthDetails: "always" },
      http: { drainDelayMs: 0, drainTimeoutMs: 5_000 },
      logging: { level: "WARN" },
    },
  }), { port: Number(port), processes: Number(processes), quiet: true });
if (isFirst) console.log(`serves ${server.port}`);
await server.finished;
console.log(`finished ${Deno.pid}`);
