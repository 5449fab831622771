/**
 * The deployed bookstore: its features, and those for operators. Everything that differs between
 * machines comes from environment variables:
 *
 * - `DATABASE_URL`, by default an SQLite file in the folder `data`
 * - `NATS_SERVERS`, comma-separated: receive an event for each placed order, and events for subscribers of all
 *   instances
 * - `ESPALIER_*` and `OTEL_*`, as the documentation of operations lists them
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "../features.ts";
import { busOver, operations } from "./operations.ts";

const natsServers = Deno.env.get("NATS_SERVERS") ?? "";
const container = createContainer(
  ...features(Deno.env.get("DATABASE_URL") ?? "sqlite:data/bookstore.db", busOver(natsServers)),
  ...operations(natsServers),
);
await start(() => createApp(container, { root: new URL("../", import.meta.url), properties: propertiesFromEnv() }));
