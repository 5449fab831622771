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

/** A {@linkcode DataFetcher} that describes its return type and the arguments it expects, for schema inspection. */
export interface SelfDescribingDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Names the code behind the fetcher, for example `BookController#bookById[1 args]`. */
  readonly description: string;
  /** The type of the value, after promises are awaited; absent if unknown. */
  readonly returnType?: AnyDescriptor;
  /** Whether the value type was taken from the schema: then the known return type of the method takes precedence. */
  readonly isReturnTypeOfSchema?: boolean;
  /** The arguments that the fetcher expects, by name. */
  readonly expectedArguments: ReadonlyMap<string, AnyDescriptor>;
  /** Whether values come through a data loader or a batch function. */
  readonly usesDataLoader?: boolean;
  /** Whether the fetcher may also read arguments not declared here, because it receives the whole environment. */
  readonly readsAnyArgument?: boolean;
  /** Number of items that the fetcher reads if the client sends no page size; absent if unknown. */
  readonly defaultPageSize?: number;
  /** The class whose properties the field's arguments filter; absent if they don't filter. */
  readonly searchedType?: Class;
  /** The method that the fetcher calls, if any. */
  readonly method?: { readonly owner: Class; readonly name: string };
}

/**
 * A {@linkcode DataFetcher} that needs no {@linkcode DataFetchingEnvironment}: an engine may call `direct` instead,
 * which saves creating one.
 */
export interface DirectDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Equivalent to calling the fetcher, with only the inputs that it reads. */
  readonly direct: DirectCall<T>;
}

/** Gets the value of a field from the source, the arguments and the request. */
export interface DirectCall<T = unknown> {
  (source: unknown, args: FieldArguments, request: RequestContext): T;
  /** The method call in its components; absent if the fetcher does more than call a method. */
  readonly method?: MethodCall;
}

/**
 * A method call whose arguments are read from a field's inputs. An engine that generates one function per field from it
 * gives V8 a monomorphic call site, where code shared by all fields would be megamorphic.
 */
export interface MethodCall {
  /** The object that has the method. */
  readonly target: object;
  /** The name of the method. */
  readonly name: string;
  /** Functions that read the method's arguments, in their order; each may return a promise. */
  readonly reads: readonly ((source: unknown, args: FieldArguments, request: RequestContext) => unknown)[];
  /** Used when an argument is a promise: awaits the arguments, then calls the method and converts its result. */
  readonly later: (values: readonly unknown[], request: RequestContext) => Promise<unknown>;
  /** Converts the method's return value to the field's value. */
  readonly finish: (returned: unknown, request: RequestContext) => unknown;
  /** Called with an error of an argument or of the method: throws, or rejects with, the error to report. */
  readonly refused: (
    error: unknown,
    parts: { readonly source: unknown; readonly args: FieldArguments; readonly request: RequestContext },
  ) => unknown;
}

/**
 * A {@linkcode DataFetcher} that gets the values for many sources in one call.
 *
 * An engine may collect the sources of one field and call `batch` once; calling the fetcher itself uses the request's
 * data loaders and returns the same values.
 */
export interface BatchedDataFetcher<T = unknown> extends DataFetcher<T> {
  /** Gets the values of many sources. */
  readonly batch: BatchFunction<T>;
  /** The maximum number of sources per call; absent means no limit. */
  readonly maxBatchSize?: number;
  /**
   * Returns a copy of the fetcher with a wrapped batch function, which also serves calls for single values. Absent if
   * such calls don't use the batch function.
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
