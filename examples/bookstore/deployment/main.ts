/**
 * The bookstore as it is deployed: its features, and what an operator needs beside them. Everything that differs between
 * machines comes from variables of the environment:
 *
 * - `DATABASE_URL`, by default an SQLite file in the folder `data`
 * - `NATS_SERVERS`, comma-separated: orders are sent there when they were placed
 * - `ESPALIER_*` and `OTEL_*`, as the documentation of operations lists them
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "../features.ts";
import { operations } from "./operations.ts";

const container = createContainer(
  ...features(Deno.env.get("DATABASE_URL") ?? "sqlite:data/bookstore.db"),
  ...operations(Deno.env.get("NATS_SERVERS") ?? ""),
);
await start(() => createApp(container, { root: new URL("../", import.meta.url), properties: propertiesFromEnv() }));
