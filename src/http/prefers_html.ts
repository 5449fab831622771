import { accepts } from "@std/http/negotiation";
import type { HttpExchange } from "./http_exchange.ts";

/**
 * Whether a request reads an address for somebody in front of a browser. Who takes anything is a program.
 *
 * @param exchange the request
 * @param formats media types that programs get at the same address
 */
export function prefersHtml({ request }: HttpExchange, ...formats: readonly string[]): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return accepts(request, ...formats, "text/html") === "text/html";
}
