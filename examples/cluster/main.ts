/**
 * The bookstore as a cluster: `deno task cluster`. Its console is at http://localhost:8300, the graph at
 * http://localhost:4000/graphql. `deno task cluster:load` sends traffic to it.
 */
import { serve } from "@espalier/espalier";
import { Cluster } from "./cluster.ts";
import { consoleApp } from "./page/console_app.ts";
import { prepareEngines } from "./engines.ts";

const databaseUrl = Deno.env.get("DATABASE_URL") ?? "postgres://postgres@127.0.0.1:5432/espalier_cluster";
const natsServers = Deno.env.get("NATS_SERVERS") ?? "127.0.0.1:4222";
const redisUrl = Deno.env.get("REDIS_URL") ?? "redis://127.0.0.1:6379";
const lines: string[] = [];
const log = (line: string) => {
  console.log(line);
  lines.push(`${new Date().toISOString().slice(11, 19)} ${line}`);
  if (lines.length > 200) lines.shift();
};

await prepareEngines({ databaseUrl, natsServers });
await using cluster = await Cluster.start({
  databaseUrl,
  natsServers,
  redisUrl,
  bookstorePort: 8080,
  gatewayPort: 4000,
  reviewsPort: 8091,
  shippingPort: 8092,
  replicaPorts: [8181, 8182, 8183],
  log,
});
const server = await serve(await consoleApp({ cluster, lines, replicaPorts: [8181, 8182, 8183] }), {
  port: 8300,
  quiet: true,
});
log("the graph is at http://localhost:4000/graphql, the console at http://localhost:8300");
await server.finished;
