import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { HttpRoute, methodNotAllowed, problem } from "@espalier/espalier/http";
import type { Cluster } from "../cluster.ts";
import { ReplicaMetrics } from "./replica_metrics.ts";

/** The data that the console shows. */
export interface ConsoleParts {
  readonly cluster: Cluster;
  /** The last lines of all processes. */
  readonly lines: readonly string[];
  /** The ports of the replicas' metrics. */
  readonly replicaPorts: readonly number[];
}

/** The console of the cluster: its processes, their states, and buttons to end them. */
export async function consoleApp(parts: ConsoleParts): Promise<Application> {
  const page = await Deno.readTextFile(new URL("console.html", import.meta.url));
  const metrics = parts.replicaPorts.map((port) => new ReplicaMetrics(port));
  const routes: readonly HttpRoute[] = [
    { path: "/", handle: () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } }) },
    { path: "/state", handle: async () => Response.json(await stateOf(parts, metrics)) },
    {
      path: "/members/{name}/{action}",
      handle: ({ request }, { name, action }) => {
        if (request.method !== "POST") return methodNotAllowed(request.method, ["POST"]);
        const member = parts.cluster.members.find((candidate) => candidate.name === name);
        if (member === undefined || !(action === "kill" || action === "restart")) return problem({ status: 404 });
        void (action === "kill" ? member.kill() : member.restart());
        return new Response(null, { status: 202 });
      },
    },
    {
      path: "/rolling-restart",
      handle: ({ request }) => {
        if (request.method !== "POST") return methodNotAllowed(request.method, ["POST"]);
        void parts.cluster.rollingRestart();
        return new Response(null, { status: 202 });
      },
    },
  ];
  const bindings = new ContainerModule(({ bind }) => {
    for (const route of routes) bind(HttpRoute).toConstantValue(route);
  });
  return await createApp(createContainer(bindings), { properties: { logging: { level: "WARN" } } });
}

async function stateOf({ cluster, lines }: ConsoleParts, metrics: readonly ReplicaMetrics[]): Promise<object> {
  const figures = await Promise.all(metrics.map((replica) => replica.read()));
  const members = cluster.members.map(({ name, state, pid, starts }, n) => ({
    name,
    state,
    pid,
    starts,
    ...figures[n],
  }));
  return { members, lines };
}
