import type { GraphQLResolveInfo } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { FieldArguments } from "./field_arguments.ts";
import type { DataFetchingFieldSelectionSet } from "./data_fetching_field_selection_set.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "./data_loader_registry.ts";

/** Everything that a {@linkcode DataFetcher} may know about the field that it fetches. */
export interface DataFetchingEnvironment<S = unknown> {
  /** The value of the enclosing field; the root value for fields of the root types. */
  readonly source: S;
  /** The arguments after coercion; what the client omitted and has no default is absent. */
  readonly arguments: FieldArguments;
  /** One argument, or `undefined` when it was omitted. */
  argument<T = unknown>(name: string): T | undefined;
  /** Whether the client gave the argument (or the schema a default), even as `null`. */
  containsArgument(name: string): boolean;
  /** The request's context. */
  readonly graphQlContext: GraphQLContext;
  /** What a fetcher further up left for the fields below it, or `undefined`. */
  readonly localContext: unknown;
  /** Names the execution in logs and in masked errors. */
  readonly executionId: string;
  /** BCP 47 tag of the language that the client prefers. */
  readonly locale: string;
  /** Fires when the client leaves or the request times out. */
  readonly signal: AbortSignal;
  /** What the client selects below this field. */
  readonly selectionSet: DataFetchingFieldSelectionSet;
  /** The request's data loaders. */
  readonly dataLoaderRegistry: DataLoaderRegistry;
  /** A data loader by name, or `undefined`. */
  dataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined;
  /** graphql-js's description of the field: names, types, path, nodes, schema, operation, variables. */
  readonly info: GraphQLResolveInfo;
}
