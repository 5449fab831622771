import type { AnyDescriptor } from "../../../kernel/mod.ts";
import type {
  DataFetcher,
  DirectCall,
  DirectDataFetcher,
  MethodCall,
  RequestContext,
  SelfDescribingDataFetcher,
} from "../../wiring/mod.ts";
import { ArgumentBindingError } from "../binding/binding_error.ts";
import type { Executor } from "../executors/executor.ts";
import type { ParameterReader } from "../handler_parameter.ts";
import { callableRunner } from "./callable_result.ts";
import { expectedArguments, type HandlerMethod, inspectedMethod } from "./handler_method.ts";
import { readAll, whenAllRead } from "./read_all.ts";

/** A fetcher that calls a controller method. */
export type SchemaMappingFetcher = SelfDescribingDataFetcher & Partial<Pick<DirectDataFetcher, "direct">>;

/**
 * Creates the fetcher of a mapped method. Selects the fastest way to call it at start-up.
 *
 * @param method the method
 * @param returnType the type of the field's value, if the mapping specifies it
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
  return (environment) => {
    const values = readAll(readers.length, (index) => readers[index]!.read(environment));
    return values instanceof Promise
      ? values.then((settled) => run(call(...settled), environment))
      : run(call(...values), environment);
  };
}

function directOf(
  { controller, methodName, readers, call }: HandlerMethod,
  run: ReturnType<typeof callableRunner>,
): DirectCall | undefined {
  if (!readers?.every(isDirect)) return undefined;
  const reads = readers.map((reader) => reader.direct);
  const invoke = (values: readonly unknown[], request: RequestContext) => run(call(...values), request);
  const later = (values: readonly unknown[], request: RequestContext) =>
    whenAllRead(values).then((settled) => invoke(settled, request));
  const direct: DirectCall = (source, args, request) => {
    const values = readAll(reads.length, (at) => reads[at]!(source, args, request));
    return values instanceof Promise ? values.then((settled) => invoke(settled, request)) : invoke(values, request);
  };
  // If one argument can't be bound, reads all again, so that the errors of the others are reported, too.
  const refused: MethodCall["refused"] = (error, { source, args, request }) => {
    if (!(error instanceof ArgumentBindingError)) throw error;
    const values = readAll(reads.length, (at) => reads[at]!(source, args, request));
    if (values instanceof Promise) return values.then(() => Promise.reject(error));
    throw error;
  };
  return Object.assign(direct, {
    method: { target: controller, name: methodName, reads, later, finish: run, refused },
  });
}

function isDirect(reader: ParameterReader): reader is ParameterReader & Required<Pick<ParameterReader, "direct">> {
  return reader.direct !== undefined;
}
