/**
 * The console: one page at `/console` for people who develop or operate the service, with modules, requests, traces,
 * events, configuration and an explorer for GraphQL.
 *
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { console as consolePages } from "@espalier/espalier/console";
 *
 * await using app = await createApp(createContainer(consolePages()), { properties: { preset: "development" } });
 * const page = await app.fetch(new Request("http://localhost/console"));
 * globalThis.console.log(page.headers.get("content-type")); // text/html; charset=utf-8
 * await page.body?.cancel();
 * ```
 *
 * {@linkcode console} is the feature. In the development preset it is there for the same machine; elsewhere
 * {@linkcode ConsoleOptions} say who sees it.
 *
 * Read on: `docs/console.md` in the repository.
 *
 * @module
 */

export { console, type ConsoleOptions } from "./feature.ts";
