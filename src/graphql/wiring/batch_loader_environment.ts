import type { GraphQLContext } from "../../context/mod.ts";

/** What a batch function sees of the request that it works for. */
export interface BatchLoaderEnvironment {
  /** The request's context. */
  readonly graphQlContext: GraphQLContext;
  /** Fires when the request is cancelled or times out. */
  readonly signal: AbortSignal;
  /** The contexts that were given with keys, in the order of the keys; `undefined` where none was given. */
  readonly keyContexts: readonly unknown[];
}
