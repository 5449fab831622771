import type { AnyDescriptor } from "../../../kernel/mod.ts";
import type {
  DataFetcher,
  DataFetchingEnvironment,
  DirectDataFetcher,
  SelfDescribingDataFetcher,
} from "../../wiring/mod.ts";
import type { Executor } from "../executors/executor.ts";
import type { ParameterReader } from "../handler_parameter.ts";
import { callableRunner } from "./callable_result.ts";
import { callWith, expectedArguments, type HandlerMethod, inspectedMethod } from "./handler_method.ts";

/** A fetcher that calls a controller method. */
export type SchemaMappingFetcher = SelfDescribingDataFetcher & Partial<Pick<DirectDataFetcher, "direct">>;

/**
 * Makes the fetcher of a mapped method. All that can be decided at start-up is decided here.
 *
 * @param method the method
 * @param returnType the type of the field's value, where the mapping says it
 * @param executor runs callables
 */
export function schemaMappingFetcher(
  method: HandlerMethod,
  returnType: AnyDescriptor | undefined,
  executor: Executor | undefined,
): SchemaMappingFetcher {
  const run = callableRunner(method.description, executor);
  const direct = directOf(method, run);
  return Object.assign(fetcherOf(method, run), {
    description: method.description,
    expectedArguments: expectedArguments(method),
    ...inspectedMethod(method),
    ...(returnType ? { returnType } : {}),
    ...(direct ? { direct } : {}),
  });
}

function fetcherOf({ readers, call }: HandlerMethod, run: ReturnType<typeof callableRunner>): DataFetcher {
  if (!readers) return (environment) => run(call(environment), environment);
  const invoke = (environment: DataFetchingEnvironment) =>
    callWith(readers.length, (index) => readers[index]!.read(environment), call);
  return (environment) => run(invoke(environment), environment);
}

function directOf(
  { readers, call }: HandlerMethod,
  run: ReturnType<typeof callableRunner>,
): DirectDataFetcher["direct"] | undefined {
  if (!readers?.every(isDirect)) return undefined;
  const reads = readers.map((reader) => reader.direct);
  const [first] = reads;
  if (!first) return (_source, _args, request) => run(call(), request);
  if (reads.length > 1) {
    return (source, args, request) =>
      run(callWith(reads.length, (at) => reads[at]!(source, args, request), call), request);
  }
  // One parameter is what most methods have.
  return (source, args, request) => {
    const value = first(source, args, request);
    const returned = value instanceof Promise ? value.then(call) : call(value);
    return run(returned, request);
  };
}

function isDirect(reader: ParameterReader): reader is ParameterReader & Required<Pick<ParameterReader, "direct">> {
  return reader.direct !== undefined;
}
