/**
 * The bookstore: `deno task start`, ready at http://localhost:8080.
 *
 * `PORT` or `ESPALIER_HTTP_PORT` chooses the port, `DATABASE_URL` the database: `sqlite:examples/bookstore/shop.db` `postgres://user@host/database` or `mysql://user@host/database`.
 * Variables such as `ESPALIER_PRESET=production` configure the framework. Without that one the example starts for development, as
 * it is there to be looked at: http://localhost:8080/console shows its inside. `deployment/main.ts` starts it for production.
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "./features.ts";

const file = decodeURIComponent(new URL("bookstore.db", import.meta.url).pathname);
const container = createContainer(...features(Deno.env.get("DATABASE_URL") ?? `sqlite:${file}`));

// The example shows everything; a service shows its health alone unless its properties ask for more.
const given = { preset: "development", ...propertiesFromEnv() } as const;
const shown = given.preset === "development" ? ["*"] : ["info", "metrics", "modulith", "prometheus"];
const properties = {
  ...given,
  actuator: { discovery: true, exposureInclude: shown, ...given.actuator },
  rest: { openApi: true, ...given.rest },
};

const port = Deno.env.get("PORT");
await start(
  () => createApp(container, { root: import.meta.url, properties }),
  port === undefined ? {} : { port: Number(port) },
);
