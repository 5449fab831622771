// The calls here are made for every field of every response: their arguments are not gathered into objects.
// deno-lint-ignore-file house-rules/parameter-count
import type { GraphQLFieldResolver, GraphQLResolveInfo } from "../../../../deps.ts";
import {
  type BatchedDataFetcher,
  type DataFetcher,
  dataFetcherOf,
  type DirectDataFetcher,
  type FieldArguments,
  FieldEnvironment,
  type FieldEnvironmentParts,
  type RequestContext,
} from "../../wiring/mod.ts";
import { guardedBy } from "../guarded_resolver.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import { fieldPosition, type Position } from "./position.ts";
import { pathOf, resolveInfoOf } from "./resolve_info.ts";
import { readsInfo } from "./reads_info.ts";

/** Where the value of a field comes from. */
export type FieldFetch =
  | { readonly kind: "property" }
  | { readonly kind: "typename" }
  | { readonly kind: "call"; readonly target: CallTarget; readonly call: FetchCall }
  | { readonly kind: "batch"; readonly fetcher: BatchedDataFetcher };

/** What is called: a fetcher with the parts that it reads or with an environment, or a resolver. */
export type CallTarget =
  | { readonly kind: "direct"; readonly fetcher: DirectDataFetcher }
  | { readonly kind: "fetcher"; readonly fetcher: DataFetcher }
  | { readonly kind: "resolver"; readonly resolve: Resolver; readonly readsInfo: boolean };

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Calls the code of a field, with the request, the source, the coerced arguments and the enclosing place. */
export type FetchCall = (x: Execution, source: unknown, args: FieldArguments, prev: Position) => unknown;

/**
 * Decides where the value of a field comes from: the data fetcher that wiring attached, the field's resolver, or a
 * property of the source.
 *
 * @param field the field
 */
export function fieldFetchOf(field: FieldPlan): FieldFetch {
  if (field.definition.name === "__typename") return { kind: "typename" };
  const fetcher = dataFetcherOf(field.definition);
  const isSubscription = field.parentType === field.variant.source.schema.getSubscriptionType();
  if (fetcher !== undefined && !isSubscription) return fetcherCall(field, fetcher);
  const { resolve } = field.definition;
  if (resolve === undefined || resolve === null) return { kind: "property" };
  const own = guardedBy(resolve) ?? resolve;
  return callOf(field, { kind: "resolver", resolve: own, readsInfo: readsInfo(own) });
}

function fetcherCall(field: FieldPlan, fetcher: DataFetcher): FieldFetch {
  if (isBatched(fetcher)) return { kind: "batch", fetcher };
  return callOf(field, isDirect(fetcher) ? { kind: "direct", fetcher } : { kind: "fetcher", fetcher });
}

function callOf(field: FieldPlan, target: CallTarget): FieldFetch {
  return { kind: "call", target, call: interpretedCall(field, target) };
}

function interpretedCall(field: FieldPlan, target: CallTarget): FetchCall {
  if (target.kind === "direct") return (x, source, args) => target.fetcher.direct(source, args, x.request);
  if (target.kind === "fetcher") {
    return (x, source, args, prev) => target.fetcher(environmentOf(x, field, source, args, prev));
  }
  const { resolve } = target;
  if (target.readsInfo) {
    return (x, source, args, prev) => resolve(source, args as never, x.request, resolveInfoOf(x, field, prev));
  }
  // Such a function can't see whether a fourth argument is there.
  const call = resolve as (source: unknown, args: unknown, context: unknown) => unknown;
  return (x, source, args) => call(source, args, x.request);
}

/** What a fetcher sees of its field. */
export function environmentOf(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  args: FieldArguments,
  prev: Position,
): FieldEnvironment {
  return new FieldEnvironment(new FieldCall(x, field, source, args, prev));
}

/** A call of a field's code, as far as nobody asked for more of it. */
class FieldCall implements FieldEnvironmentParts {
  readonly source: unknown;
  readonly #x: Execution;
  readonly #field: FieldPlan;
  readonly #prev: Position;
  #arguments: FieldArguments | undefined;

  constructor(x: Execution, field: FieldPlan, source: unknown, args: FieldArguments | undefined, prev: Position) {
    this.source = source;
    this.#x = x;
    this.#field = field;
    this.#prev = prev;
    this.#arguments = args;
  }

  get arguments(): FieldArguments {
    return this.#arguments ??= this.#field.arguments(this.#x);
  }

  get request(): RequestContext {
    return this.#x.request;
  }

  get info(): GraphQLResolveInfo {
    return resolveInfoOf(this.#x, this.#field, this.#prev);
  }

  get localContext(): unknown {
    return this.#prev.localContext;
  }
}

/** A call whose result has an item that failed. */
class ItemCall extends FieldCall {
  readonly #position: Position;

  constructor(x: Execution, position: Position) {
    // An item has a plan, and a field is never the root.
    super(x, position.value!.field, position.source, undefined, fieldPosition(position).prev!);
    this.#position = position;
  }

  override get info(): GraphQLResolveInfo {
    return { ...super.info, path: pathOf(this.#position)! }; // it is not the root
  }
}

/** The environment of a field or an item that failed, for the handler of its exception. */
export function environmentAt(x: Execution, position: Position): FieldEnvironment {
  if (typeof position.key === "number") return new FieldEnvironment(new ItemCall(x, position));
  const call = new FieldCall(x, position.value!.field, position.source, undefined, position.prev!); // a field's
  return new FieldEnvironment(call);
}

function isDirect(fetcher: DataFetcher): fetcher is DirectDataFetcher {
  return typeof (fetcher as Partial<DirectDataFetcher>).direct === "function";
}

function isBatched(fetcher: DataFetcher): fetcher is BatchedDataFetcher {
  return typeof (fetcher as Partial<BatchedDataFetcher>).batch === "function";
}
