import type { ResponseMap } from "../../execution/mod.ts";

/** Which draft of GraphQL over HTTP decides about statuses; `"always-200"` is for clients that read none. */
export type StatusRules = "current" | "draft-2026" | "always-200";

/**
 * Finds the status of a response of type `application/graphql-response+json`.
 *
 * @param map the response
 * @param rules which draft decides
 */
export function responseStatus(map: ResponseMap, rules: StatusRules): number {
  if (rules === "always-200") return 200;
  if (map.data === undefined) return rules === "current" || !isUnprocessable(map) ? 400 : 422;
  return rules === "draft-2026" && map.errors !== undefined ? 294 : 200;
}

// The text could be read as a document, but the schema or the variables don't allow it.
function isUnprocessable(map: ResponseMap): boolean {
  return map.errors?.every((error) => error.extensions?.classification === "ValidationError") ?? false;
}
