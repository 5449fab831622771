/**
 * The clinic: `ISSUER=https://id.example.com deno task start` in this folder, ready at http://localhost:8080.
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "./features.ts";

const issuer = Deno.env.get("ISSUER") ?? "https://id.example.com";
const container = createContainer(...features({ issuer, audience: "clinic" }));
const properties = {
  ...propertiesFromEnv(),
  actuator: { exposureInclude: ["health", "access", "auditevents"] },
  security: { realm: "clinic" },
};
await start(() => createApp(container, { root: import.meta.url, properties }));
