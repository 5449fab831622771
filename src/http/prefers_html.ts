import { accepts } from "@std/http/negotiation";
import type { HttpExchange } from "./http_exchange.ts";

/**
 * Whether the client prefers HTML to `formats`. A client that accepts any type gets the first of `formats`, which is
 * what API clients expect.
 *
 * @param exchange the request
 * @param formats media types that programs get at the same address
 */
export function prefersHtml({ request }: HttpExchange, ...formats: readonly string[]): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return accepts(request, ...formats, "text/html") === "text/html";
}
