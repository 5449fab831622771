import type { GraphQLContext } from "../../../context/mod.ts";
import type { IncrementalFormat } from "../../engine/mod.ts";

const key = Symbol("IncrementalFormat");

/**
 * Says that the transport of a request can deliver a result in several parts. Otherwise `@defer` and `@stream` are
 * ignored, as the specification allows.
 *
 * @param context the request's context
 * @param format the form of the parts
 */
export function acceptIncrementalDelivery(context: GraphQLContext, format: IncrementalFormat): void {
  context.put(key, format);
}

/**
 * Finds the form in which a request's transport can deliver parts.
 *
 * @param context the request's context
 * @returns `undefined` where it can't
 */
export function acceptedIncrementalDelivery(context: GraphQLContext): IncrementalFormat | undefined {
  return context.get<IncrementalFormat>(key);
}
