import type { GraphQLContext } from "../../context/mod.ts";

/** The request of a batch call, as the batch function sees it. */
export interface BatchLoaderEnvironment {
  /** The request's context. */
  readonly graphQlContext: GraphQLContext;
  /** Fires when the request is cancelled or times out. */
  readonly signal: AbortSignal;
  /** The key contexts, in the order of the keys; `undefined` for a key that was loaded without one. */
  readonly keyContexts: readonly unknown[];
}
