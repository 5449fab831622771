import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from "../../../../../deps.ts";
import {
  type BatchedDataFetcher,
  type DataFetcher,
  dataFetcherOf,
  type DirectDataFetcher,
} from "../../../wiring/mod.ts";
import { guardedBy } from "../../guarded_resolver.ts";
import { readsInfo } from "./reads_info.ts";

/** The source of a field's value. */
export type FieldFetch =
  | { readonly kind: "property" }
  | { readonly kind: "typename" }
  | { readonly kind: "call"; readonly target: CallTarget }
  | { readonly kind: "batch"; readonly fetcher: BatchedDataFetcher };

/** The called function: a direct fetcher, a fetcher with an environment, or a resolver. */
export type CallTarget =
  | { readonly kind: "direct"; readonly fetcher: DirectDataFetcher }
  | { readonly kind: "fetcher"; readonly fetcher: DataFetcher }
  | { readonly kind: "resolver"; readonly resolve: Resolver; readonly readsInfo: boolean };

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Determines the source of a field's value: the data fetcher that wiring attached, the field's resolver, or a property
 * of the source object.
 *
 * @param schema the schema
 * @param parentType the type that the field belongs to
 * @param definition the field
 */
export function fieldFetchOf(
  schema: GraphQLSchema,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
): FieldFetch {
  if (definition.name === "__typename") return { kind: "typename" };
  const fetcher = dataFetcherOf(definition);
  const isSubscription = parentType === schema.getSubscriptionType();
  if (fetcher !== undefined && !isSubscription) return fetcherCall(fetcher);
  const { resolve } = definition;
  if (resolve === undefined || resolve === null) return { kind: "property" };
  const own = guardedBy(resolve) ?? resolve;
  return { kind: "call", target: { kind: "resolver", resolve: own, readsInfo: readsInfo(own) } };
}

function fetcherCall(fetcher: DataFetcher): FieldFetch {
  if (isBatched(fetcher)) return { kind: "batch", fetcher };
  return { kind: "call", target: isDirect(fetcher) ? { kind: "direct", fetcher } : { kind: "fetcher", fetcher } };
}

function isDirect(fetcher: DataFetcher): fetcher is DirectDataFetcher {
  return typeof (fetcher as Partial<DirectDataFetcher>).direct === "function";
}

function isBatched(fetcher: DataFetcher): fetcher is BatchedDataFetcher {
  return typeof (fetcher as Partial<BatchedDataFetcher>).batch === "function";
}
