import { problem } from "./problem.ts";

/**
 * Creates the 405 response for an unsupported method.
 *
 * @param method the request's method
 * @param allowed the methods that the resource has
 * @returns 405 with `Allow`, or for `OPTIONS` 204 with `Allow`
 *
 * @example
 * ```ts
 * import { methodNotAllowed } from "@espalier/espalier/http";
 *
 * const response = methodNotAllowed("DELETE", ["GET", "HEAD"]);
 * console.log(response.status, response.headers.get("allow")); // 405 "GET, HEAD, OPTIONS"
 * ```
 */
export function methodNotAllowed(method: string, allowed: readonly string[]): Response {
  const allow = [...allowed, "OPTIONS"].join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return problem({ status: 405, detail: `The resource has no method "${method}": use ${allow}`, headers: { allow } });
}
