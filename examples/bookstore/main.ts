/**
 * The bookstore: `deno task start`, ready at http://localhost:8080.
 *
 * `PORT` or `ESPALIER_HTTP_PORT` chooses the port, `DATABASE_URL` the database: `sqlite:examples/bookstore/shop.db` `postgres://user@host/database` or `mysql://user@host/database`.
 * Variables such as `ESPALIER_PRESET=development` configure the framework. `deno task dev` sets this one, which adds the
 * console at http://localhost:8080/console.
 */
import { createApp, createContainer, propertiesFromEnv, start } from "@espalier/espalier";
import { features } from "./features.ts";

const file = decodeURIComponent(new URL("bookstore.db", import.meta.url).pathname);
const container = createContainer(...features(Deno.env.get("DATABASE_URL") ?? `sqlite:${file}`));

// The actuator exposes only health by default.
const given = propertiesFromEnv();
const shown = given.preset === "development" ? ["*"] : ["modulith"];
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
