import type { GraphQLContext } from "../../../context/mod.ts";
import type { DataLoaderRegistry } from "../../wiring/mod.ts";

/** Fills the data loader registry of each request. */
export interface DataLoaderRegistrar {
  /** Whether there is anything to register; asked before every request. */
  hasRegistrations(): boolean;
  /**
   * Adds a new data loader per registration.
   *
   * @param registry the request's registry
   * @param graphQLContext the request's context, which batch functions see
   * @param signal fires when the request is cancelled; a thunk, as few batches look at it
   */
  registerDataLoaders(registry: DataLoaderRegistry, graphQLContext: GraphQLContext, signal?: () => AbortSignal): void;
}
