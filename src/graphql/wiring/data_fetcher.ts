import type { FieldArguments } from "./field_arguments.ts";
import type { AnyDescriptor, Class, MaybePromise } from "../../kernel/mod.ts";
import type { BatchLoaderEnvironment } from "./batch_loader_environment.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { RequestContext } from "./request_context.ts";

/**
 * Gets the value of a field.
 *
 * May return a value, a promise, an async iterable or a {@linkcode DataFetcherResult}; errors are thrown.
 */
export interface DataFetcher<T = unknown> {
  (environment: DataFetchingEnvironment): T;
}

/** A {@linkcode DataFetcher} that says what it returns and which arguments it expects; schema inspection reads this. */
export interface SelfDescribingDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Names the code behind the fetcher, for example `BookController#bookById[1 args]`. */
  readonly description: string;
  /** The type of the value, after promises are awaited; absent when it is not known. */
  readonly returnType?: AnyDescriptor;
  /** Whether that is what the schema says: it goes after what is known of the method itself. */
  readonly isReturnTypeOfSchema?: boolean;
  /** The arguments that the fetcher expects, by name. */
  readonly expectedArguments: ReadonlyMap<string, AnyDescriptor>;
  /** Whether values come through a data loader or a batch function. */
  readonly usesDataLoader?: boolean;
  /** Whether the fetcher may read any argument of the field, declared here or not: it sees the whole environment. */
  readonly readsAnyArgument?: boolean;
  /** Number of items that the fetcher reads where the client gives no page size; absent when it is not known. */
  readonly defaultPageSize?: number;
  /** The class whose properties the arguments of the field search; absent where they don't. */
  readonly searchedType?: Class;
  /** The method behind the fetcher, where there is one. */
  readonly method?: { readonly owner: Class; readonly name: string };
}

/**
 * A {@linkcode DataFetcher} that needs no {@linkcode DataFetchingEnvironment}: an engine may call `direct` instead, and
 * spares making one.
 */
export interface DirectDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Does the same as calling the fetcher, from the parts that it reads. */
  readonly direct: DirectCall<T>;
}

/** Gets the value of a field from the parts that it reads. */
export interface DirectCall<T = unknown> {
  (source: unknown, args: FieldArguments, request: RequestContext): T;
  /** The call, taken apart; absent where it is more than a call of a method. */
  readonly method?: MethodCall;
}

/**
 * A call of a method with values that are read from the parts of a field. An engine that makes code of it, one function
 * for each field, lets the platform see one method where code for all fields would see any.
 */
export interface MethodCall {
  /** The object that has the method. */
  readonly target: object;
  /** The name of the method. */
  readonly name: string;
  /** Read the method's arguments in their order; each may give a promise. */
  readonly reads: readonly ((source: unknown, args: FieldArguments, request: RequestContext) => unknown)[];
  /** Waits for the values where one is a promise, then calls and finishes. */
  readonly later: (values: readonly unknown[], request: RequestContext) => Promise<unknown>;
  /** Makes the field's value of what the method returned. */
  readonly finish: (returned: unknown, request: RequestContext) => unknown;
  /** Throws, or rejects with, what is to be reported where reading a value or calling the method threw. */
  readonly refused: (
    error: unknown,
    parts: { readonly source: unknown; readonly args: FieldArguments; readonly request: RequestContext },
  ) => unknown;
}

/**
 * A {@linkcode DataFetcher} that gets the values for many sources in one call.
 *
 * An engine may gather the sources of one field and call `batch` once; calling the fetcher itself goes through the
 * request's data loaders and gives the same values.
 */
export interface BatchedDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Gets the values of many sources. */
  readonly batch: BatchFunction<T>;
  /** Most sources of one call; absent means all. */
  readonly maxBatchSize?: number;
  /**
   * Makes the same fetcher with a batch function that does more, also for values that are asked for one by one. Absent
   * where such calls go another way.
   */
  readonly wrapBatch?: (wrap: (batch: BatchFunction) => BatchFunction) => BatchedDataFetcher;
}

/**
 * Values for many sources: a list of the same length and order (an `Error` in it fails that source alone), or a map
 * from source to value in which a missing source means `null`.
 */
export type BatchFunction<T = unknown> = (
  sources: readonly unknown[],
  args: FieldArguments,
  environment: BatchLoaderEnvironment,
) => MaybePromise<readonly (T | Error)[] | ReadonlyMap<unknown, T>>;
