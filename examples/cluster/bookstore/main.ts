/**
 * A replica of the bookstore, one of several on the same port:
 *
 *     DATABASE_URL=postgres://… NATS_SERVERS=… REDIS_URL=… deno run … main.ts 8080 8181
 *
 * The second port serves its health and metrics.
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "./features.ts";

const [port = "8080", actuatorPort = "8181"] = Deno.args;
const container = createContainer(...features({
  databaseUrl: Deno.env.get("DATABASE_URL") ?? "postgres://postgres@127.0.0.1:5432/espalier_cluster",
  natsServers: Deno.env.get("NATS_SERVERS") ?? "127.0.0.1:4222",
  redisUrl: Deno.env.get("REDIS_URL") ?? "redis://127.0.0.1:6379",
}));
const given = propertiesFromEnv();
const properties = {
  ...given,
  http: { ...given.http, port: Number(port), reusePort: true },
  actuator: { ...given.actuator, port: Number(actuatorPort), exposureInclude: ["health", "metrics", "modulith"] },
};
await start(() => createApp(container, { root: new URL("../../bookstore/", import.meta.url), properties }));
