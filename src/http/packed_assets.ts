import type { HttpExchange } from "./http_exchange.ts";
import { methodNotAllowed } from "./method_not_allowed.ts";
import { problem } from "./problem.ts";

/** Files of a page by name: compressed with gzip, encoded as base64. */
export type PackedAssets = Readonly<Record<string, string>>;

/**
 * Sends a file of a page, compressed if the client accepts it.
 *
 * @param exchange the request
 * @param assets the files
 * @param name the name of the requested file
 * @returns the file, or a 404 response if it does not exist
 */
export function packedAsset({ request }: HttpExchange, assets: PackedAssets, name: string): Response {
  if (request.method !== "GET") return methodNotAllowed(request.method, ["GET"]);
  const encoded = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (encoded === undefined) return problem({ status: 404, detail: `There is no file "${name}" of the page` });
  const headers = new Headers({
    "content-type": name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    // The policy of a worker is that of its own script response.
    "content-security-policy": "default-src 'none'; connect-src 'none'",
    vary: "Accept-Encoding",
  });
  const bytes = decoded(encoded);
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
  }
  headers.set("content-encoding", "gzip");
  return new Response(bytes, { headers });
}

function decoded(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
