import type { ResponseMap } from "../../execution/mod.ts";

/** The draft of GraphQL over HTTP that determines statuses; `"always-200"` is for clients that ignore them. */
export type StatusRules = "current" | "draft-2026" | "always-200";

/**
 * Finds the status of a response of type `application/graphql-response+json`.
 *
 * @param map the response
 * @param rules the draft
 */
export function responseStatus(map: ResponseMap, rules: StatusRules): number {
  if (rules === "always-200") return 200;
  if (map.data === undefined) return rules === "current" || !isUnprocessable(map) ? 400 : 422;
  return rules === "draft-2026" && map.errors !== undefined ? 294 : 200;
}

// The document was parsed, but it or its variables are invalid for the schema.
function isUnprocessable(map: ResponseMap): boolean {
  return map.errors?.every((error) => error.extensions?.classification === "ValidationError") ?? false;
}
