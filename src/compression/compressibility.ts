import type { HttpExchange } from "../http/mod.ts";

/** Textual media types and text-based formats. Event streams and multipart responses are excluded. */
const textual =
  /^(text\/(?!event-stream)[^;,\s]+|application\/(json|javascript|xml|wasm|x-ndjson|jsonl|manifest\+json|[^;,\s]+\+(json|xml))|image\/svg\+xml)\s*(;|$)/i;

/**
 * Whether a response may be compressed for some client; caches must know it (`Vary`).
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
 * Whether the length of the compressed response could reveal its content to an attacker (BREACH): another site makes a
 * visitor's browser send many requests, each with a guess in the URL, and the length shrinks if the guess occurs in
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

/** No header, or a token that a program must add: browsers send credentials of other schemes automatically. */
function isBearer(authorization: string | null): boolean {
  return authorization === null || /^(bearer|dpop)\s/i.test(authorization);
}

/**
 * Whether the response has a strong validator, which identifies its exact bytes and is wrong for a compressed body.
 * `If-Match`
 * compares strong ones alone, so a weakened one would make it fail.
 *
 * @param response the response
 */
export function hasStrongETag({ headers }: Response): boolean {
  const etag = headers.get("etag");
  return etag !== null && !etag.startsWith("W/");
}
