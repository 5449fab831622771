import type { GraphQLContext } from "../../context/mod.ts";

const key = Symbol("MaxQueuedEvents");

/** Ends a subscription whose source sends events faster than the client reads them. */
export class EventQueueOverflowError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "EventQueueOverflowError";
  /** The maximum number of waiting events. */
  readonly max: number;

  /**
   * Creates the error.
   *
   * @param max the maximum number of waiting events
   */
  constructor(max: number) {
    super(
      "Cannot continue the subscription as the number of events that wait for the client must be <= " +
        `${max} (graphql.maxQueuedEvents): the source sends faster than the client reads`,
    );
    this.max = max;
  }
}

/**
 * Sets the maximum number of events of the request's subscription that wait for the client.
 *
 * @param context the request's context
 * @param max the maximum number of events; 0 disables the limit
 */
export function limitQueuedEvents(context: GraphQLContext, max: number): void {
  context.put(key, max === 0 ? Infinity : max);
}

/** The maximum number of events of the request's subscription that wait for the client. */
export function maxQueuedEvents(context: GraphQLContext): number {
  return context.get<number>(key) ?? Infinity;
}
