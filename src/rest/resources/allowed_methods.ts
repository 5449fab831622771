import { methodNotAllowed } from "../../http/mod.ts";

/**
 * Answers a method that a resource does not have: 405, or for `OPTIONS` 200, with `Allow`.
 *
 * @param method the request's method
 * @param allowed the methods that the resource has
 * @param headers further headers of the answer to `OPTIONS`
 */
export function otherMethod(
  method: string,
  allowed: readonly string[],
  headers: Record<string, string> = {},
): Response {
  if (method !== "OPTIONS") return methodNotAllowed(method, allowed);
  return new Response(null, { status: 200, headers: { allow: [...allowed, "OPTIONS"].join(", "), ...headers } });
}
