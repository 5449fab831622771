/**
 * Compressed responses: zstd, Brotli and gzip, as the client accepts them. Responses that must not be compressed, such
 * as those whose length could reveal a secret, are sent unchanged.
 *
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { compression } from "@espalier/espalier/compression";
 * import { HttpRoute, textResponse } from "@espalier/espalier/http";
 *
 * const container = createContainer(compression());
 * const headers = { "content-type": "text/plain" };
 * container.bind(HttpRoute).toConstantValue({ path: "/", handle: () => textResponse("x".repeat(5_000), { headers }) });
 * await using app = await createApp(container);
 * const response = await app.fetch(new Request("http://localhost/", { headers: { "accept-encoding": "gzip" } }));
 * console.log(response.headers.get("content-encoding"), (await response.bytes()).length < 100); // gzip true
 * ```
 *
 * {@linkcode compression} is the feature; `http.compressionMinBytes` is the minimum size.
 *
 * Read on: `docs/transports.md` in the repository.
 *
 * @module
 */

export * from "./feature.ts";
