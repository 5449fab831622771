/**
 * The access log: one line for each request, in the formats of web servers or as JSON, to the console or a file. Secrets in
 * addresses are left out, and no request waits for a line to be written.
 *
 * ```ts
 * import { accessLog } from "@espalier/espalier/access-log";
 * import { createApp, createContainer } from "@espalier/espalier";
 *
 * const properties = { logging: { accessFormat: "combined" } } as const;
 * await using app = await createApp(createContainer(accessLog()), { properties });
 * const headers = { "x-request-id": "4711" };
 * const response = await app.fetch(new Request("http://localhost/nothing?token=abc", { headers }));
 * // - - - [23/Nov/2026:14:10:05 +0000] "GET /nothing?token=REDACTED HTTP/1.1" 404 45 "-" "-" 4711 - 0.21
 * console.log(response.headers.get("x-request-id")); // 4711
 * ```
 *
 * {@linkcode accessLog} is the feature; the properties `logging.access…` configure it.
 *
 * Read on: `docs/observability.md` in the repository.
 *
 * @module
 */

export * from "./feature.ts";
