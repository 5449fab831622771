import { type Container, ContainerModule } from "../../deps.ts";
import { HttpInterceptor, UnreadBodies } from "../http/mod.ts";
import { ContainerPreparation, EspalierProperties, installOnce } from "../kernel/mod.ts";

/**
 * Compresses responses with zstd, Brotli or gzip, as the client's `Accept-Encoding` prefers: texts of
 * `http.compressionMinBytes` and more, and bodies that routes stream, after each piece. Left as they are: event streams
 * and multipart responses, compressed responses, `Cache-Control: no-transform`, responses with a strong `ETag`
 * (`If-Match` compares it), and, because their length could reveal their content, responses that set cookies or that a
 * browser requests from another site with a visitor's credentials.
 *
 * The compressors are loaded at start-up, and only if the feature is installed.
 *
 * @returns a module for the container
 *
 * @example
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
 */
export function compression(): ContainerModule {
  return new ContainerModule((module) => {
    installOnce("compression()", module);
    module.bind(ContainerPreparation).toConstantValue({ name: "compression: load compressors", prepare: load });
  });
}

async function load(container: Container): Promise<void> {
  const properties = container.get(EspalierProperties);
  if (properties.http.compressionEncodings.length === 0) return;
  const { CompressionInterceptor } = await import("./compression_interceptor.ts");
  container.bind(HttpInterceptor).toConstantValue(new CompressionInterceptor(properties, container.get(UnreadBodies)));
}
