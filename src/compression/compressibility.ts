import type { HttpExchange } from "../http/mod.ts";

/** Media types of text, and formats that are text inside. Event streams and multipart responses are none of them. */
const textual =
  /^(text\/(?!event-stream)[^;,\s]+|application\/(json|javascript|xml|wasm|x-ndjson|jsonl|manifest\+json|[^;,\s]+\+(json|xml))|image\/svg\+xml)\s*(;|$)/i;

/**
 * Tells whether a response could be compressed, whatever the client accepts: what caches have to know (`Vary`).
 *
 * @param response the response
 */
export function isCompressible({ status, headers }: Response): boolean {
  if (status < 200 || status === 204 || status === 205 || status === 206 || status === 304) return false;
  if (headers.has("content-encoding") || headers.has("content-range")) return false;
  if (/\bno-transform\b/i.test(headers.get("cache-control") ?? "")) return false;
  return textual.test(headers.get("content-type") ?? "");
}

/**
 * Tells whether the length of the compressed response would tell strangers what it holds (BREACH): another site makes a
 * visitor's browser ask again and again, with a guess in the address, and the length shrinks where the guess stands in
 * the response. That needs credentials that browsers send by themselves, and a request from another site.
 *
 * @param exchange the request
 * @param response the response
 */
export function tellsSecretsByLength({ request }: HttpExchange, { headers }: Response): boolean {
  if (headers.has("set-cookie")) return true;
  const isByBrowser = request.headers.has("cookie") || !isBearer(request.headers.get("authorization"));
  return isByBrowser && request.headers.get("sec-fetch-site") !== "same-origin";
}

/** No header, or a token that a program has to add: the other schemes are remembered by browsers. */
function isBearer(authorization: string | null): boolean {
  return authorization === null || /^(bearer|dpop)\s/i.test(authorization);
}

/**
 * Tells whether the response names its bytes by a strong validator, which another coding would not have. `If-Match`
 * compares strong ones alone, so a weakened one would make it fail.
 *
 * @param response the response
 */
export function hasStrongETag({ headers }: Response): boolean {
  const etag = headers.get("etag");
  return etag !== null && !etag.startsWith("W/");
}
