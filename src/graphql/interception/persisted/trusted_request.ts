import type { GraphQLContext } from "../../../context/mod.ts";

const key = Symbol("TrustedRequest");

/**
 * Says that the document of a request is the service's own, not the client's.
 *
 * @param context of the request
 */
export function trustDocument(context: GraphQLContext): void {
  context.put(key, true);
}

/** Whether the document of a request is the service's own. */
export function isTrusted(context: GraphQLContext): boolean {
  return context.get(key) === true;
}
