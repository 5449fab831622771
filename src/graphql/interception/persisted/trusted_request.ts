import type { GraphQLContext } from "../../../context/mod.ts";

const key = Symbol("TrustedRequest");

/**
 * Marks the document of a request as one of the service, not of the client.
 *
 * @param context the context of the request
 */
export function trustDocument(context: GraphQLContext): void {
  context.put(key, true);
}

/** Whether the document of a request is marked as one of the service. */
export function isTrusted(context: GraphQLContext): boolean {
  return context.get(key) === true;
}
