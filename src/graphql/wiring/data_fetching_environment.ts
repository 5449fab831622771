import type { GraphQLResolveInfo } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { FieldArguments } from "./field_arguments.ts";
import type { DataFetchingFieldSelectionSet } from "./data_fetching_field_selection_set.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "./data_loader_registry.ts";

/** Describes the field to a {@linkcode DataFetcher}: its source, arguments, request and selection. */
export interface DataFetchingEnvironment<S = unknown> {
  /** The value of the enclosing field; the root value for fields of the root types. */
  readonly source: S;
  /** The arguments after coercion; an omitted argument without a default is absent. */
  readonly arguments: FieldArguments;
  /** One argument, or `undefined` when it was omitted. */
  argument<T = unknown>(name: string): T | undefined;
  /** Whether the client sent the argument, even as `null`, or the schema has a default for it. */
  containsArgument(name: string): boolean;
  /** The request's context. */
  readonly graphQlContext: GraphQLContext;
  /** The local context that a fetcher of an enclosing field set, or `undefined`. */
  readonly localContext: unknown;
  /** Names the execution in logs and in masked errors. */
  readonly executionId: string;
  /** The BCP 47 tag of the client's preferred language. */
  readonly locale: string;
  /** Fires when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
  /** The fields that the client selects below this field. */
  readonly selectionSet: DataFetchingFieldSelectionSet;
  /** The request's data loaders. */
  readonly dataLoaderRegistry: DataLoaderRegistry;
  /** A data loader by name, or `undefined`. */
  dataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined;
  /** graphql-js's description of the field: names, types, path, nodes, schema, operation, variables. */
  readonly info: GraphQLResolveInfo;
}
