import type { AnyDescriptor } from "../../../kernel/mod.ts";
import { BatchingDataLoader } from "../../execution/mod.ts";
import {
  asAsyncIterable,
  type BatchedDataFetcher,
  type BatchFunction,
  type BatchLoaderEnvironment,
  type DataFetchingEnvironment,
  type SelfDescribingDataFetcher,
} from "../../wiring/mod.ts";
import type { Executor } from "../executors/executor.ts";
import { ArgumentKeys } from "./argument_keys.ts";
import { callableRunner } from "./callable_result.ts";
import { expectedArguments, type HandlerMethod, inspectedMethod } from "./handler_method.ts";
import { readAll } from "./read_all.ts";

/** A fetcher that calls a batch method of a controller. */
export type BatchMappingFetcher = SelfDescribingDataFetcher & BatchedDataFetcher;

/** The options of a batch mapping besides its method. */
export interface BatchMappingParts {
  /** `Book.author`: the name of the data loader. */
  readonly coordinates: string;
  readonly returnType: AnyDescriptor | undefined;
  readonly maxBatchSize: number | undefined;
  readonly executor: Executor | undefined;
}

/**
 * Creates the fetcher of a batch method. An engine may call `batch` for many sources at once; called for one source,
 * the fetcher uses a data loader of the request.
 *
 * @param method the method
 * @param parts the options of the mapping
 */
export function batchMappingFetcher(method: HandlerMethod, parts: BatchMappingParts): BatchMappingFetcher {
  return fetcherOf(method, parts, batchFunctionOf(method, parts.executor));
}

function fetcherOf(method: HandlerMethod, parts: BatchMappingParts, batch: BatchFunction): BatchMappingFetcher {
  const { coordinates, returnType, maxBatchSize } = parts;
  const options = maxBatchSize === undefined ? {} : { maxBatchSize };
  const keys = new ArgumentKeys();
  const fetcher = (environment: DataFetchingEnvironment) => {
    if (environment.source === undefined || environment.source === null) {
      throw new TypeError("Missing Source in environment");
    }
    const args = environment.arguments;
    const name = coordinates + keys.of(environment);
    const loader = environment.dataLoaderRegistry.computeIfAbsent(name, () =>
      new BatchingDataLoader({
        name,
        options,
        request: environment,
        load: async (sources, env) => listFor(sources, await batch(sources, args, env), coordinates),
      }));
    return loader.load(environment.source, environment.localContext);
  };
  return Object.assign(fetcher, {
    batch,
    wrapBatch: (wrap: (batch: BatchFunction) => BatchFunction) => fetcherOf(method, parts, wrap(batch)),
    usesDataLoader: true as const,
    description: `@BatchMapping ${method.description}`,
    expectedArguments: expectedArguments(method),
    ...inspectedMethod(method),
    ...options,
    ...(returnType ? { returnType } : {}),
  });
}

function batchFunctionOf(method: HandlerMethod, executor: Executor | undefined): BatchFunction {
  const { readers, call, description } = method;
  const run = callableRunner(description, executor);
  const missing = readers?.findIndex((reader) => !reader.batch) ?? -1;
  if (missing >= 0) {
    throw new TypeError(`Parameter [${missing + 1}] in @BatchMapping ${description}: Unexpected argument type.`);
  }
  const finish = (returned: unknown, environment: BatchLoaderEnvironment): ReturnType<BatchFunction> => {
    const value = run(returned, environment);
    return value instanceof Promise ? value.then((v) => batchOf(v, description)) : batchOf(value, description);
  };
  return (sources, args, environment) => {
    if (!readers) return finish(call(sources, environment), environment);
    const values = readAll(readers.length, (at) => readers[at]!.batch!(args, environment));
    return values instanceof Promise
      ? values.then((settled) => finish(call(sources, ...settled), environment))
      : finish(call(sources, ...values), environment);
  };
}

function batchOf(value: unknown, description: string): ReturnType<BatchFunction> {
  if (value instanceof Map || Array.isArray(value)) return value;
  const stream = asAsyncIterable(value);
  if (stream) return Array.fromAsync(stream);
  if (typeof value === "object" && value !== null && Symbol.iterator in value) return [...value as Iterable<unknown>];
  throw new TypeError(
    "@BatchMapping method is expected to return Promise<Map<K, V>>, Map<K, V>, AsyncIterable<V>, or V[]: " +
      description,
  );
}

function listFor(
  sources: readonly unknown[],
  result: Awaited<ReturnType<BatchFunction>>,
  coordinates: string,
): readonly unknown[] {
  if (result instanceof Map) return sources.map((source) => result.get(source) ?? null);
  const values = result as readonly unknown[];
  if (values.length === sources.length) return values;
  throw new TypeError(
    `Cannot use the values of ${coordinates} as they must be a map or a list as long as the list of sources, ` +
      `${sources.length}: current value is "a list of ${values.length}"`,
  );
}
