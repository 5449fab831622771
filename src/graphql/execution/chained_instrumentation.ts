import type { MaybePromise } from "../../kernel/mod.ts";
import type { GraphQlExecutionResult } from "./graphql_execution_result.ts";
import type { Instrumentation, InstrumentationParameters, PhaseEnd } from "./instrumentation.ts";

type BeginPhase = "beginExecution" | "beginParse" | "beginValidation" | "beginExecuteOperation";

/**
 * Combines instrumentations: phases begin in order and end in reverse. The result has only the hooks that one of them
 * has, so that other hooks cost nothing.
 *
 * @param parts in order
 * @returns `undefined` when there is none
 */
export function chainedInstrumentation(parts: readonly Instrumentation[]): Instrumentation | undefined {
  if (parts.length <= 1) return parts[0];
  const having = (hook: keyof Instrumentation) => parts.filter((part) => part[hook] !== undefined);
  const inputs = having("instrumentExecutionInput");
  const runs = having("runExecution");
  const fetchers = having("instrumentDataFetcher");
  const results = having("instrumentExecutionResult");
  return {
    ...(inputs.length > 0 && {
      instrumentExecutionInput: (input) =>
        inputs.reduce((current, part) => part.instrumentExecutionInput!(current), input),
    } as Pick<Instrumentation, "instrumentExecutionInput">),
    ...phase("beginExecution", having("beginExecution")),
    ...(runs.length > 0 && {
      // Called for each operation, and nearly always of one part.
      runExecution: (parameters, execute) =>
        runs.length === 1
          ? runs[0]!.runExecution!(parameters, execute)
          : runs.reduceRight<typeof execute>((next, part) => () => part.runExecution!(parameters, next), execute)(),
    } as Pick<Instrumentation, "runExecution">),
    ...phase("beginParse", having("beginParse")),
    ...phase("beginValidation", having("beginValidation")),
    ...phase("beginExecuteOperation", having("beginExecuteOperation")),
    ...(fetchers.length > 0 && {
      instrumentDataFetcher: (fetcher, field) =>
        fetchers.reduceRight((current, part) => part.instrumentDataFetcher!(current, field), fetcher),
    } as Pick<Instrumentation, "instrumentDataFetcher">),
    ...(results.length > 0 && {
      instrumentExecutionResult: (result, parameters) => changed(result, parameters, results),
    } as Pick<Instrumentation, "instrumentExecutionResult">),
  };
}

/** Waits only for what is a promise: an execution that needs no waiting stays one. */
function changed(
  result: GraphQlExecutionResult,
  parameters: InstrumentationParameters,
  [first, ...rest]: readonly Instrumentation[],
): MaybePromise<GraphQlExecutionResult> {
  if (first === undefined) return result;
  const next = first.instrumentExecutionResult!(result, parameters);
  if (next instanceof Promise) return next.then((settled) => changed(settled, parameters, rest));
  return rest.length === 0 ? next : changed(next, parameters, rest);
}

function phase(name: BeginPhase, parts: readonly Instrumentation[]): Partial<Pick<Instrumentation, BeginPhase>> {
  if (parts.length === 0) return {};
  // A part on its own keeps what it is bound to.
  if (parts.length === 1) return { [name]: (parameters: never) => parts[0]![name]!(parameters) };
  return { [name]: chain(name, parts) };
}

function chain<P extends BeginPhase>(phase: P, parts: readonly Instrumentation[]): NonNullable<Instrumentation[P]> {
  const begin = (parameters: never): PhaseEnd<never> | undefined => {
    const ends: PhaseEnd<never>[] = [];
    for (const part of parts) {
      const end = (part[phase] as ((p: never) => PhaseEnd<never> | void) | undefined)?.call(part, parameters);
      if (end) ends.unshift(end);
    }
    return ends.length === 0 ? undefined : (result, error) => ends.forEach((end) => end(result, error));
  };
  // The phases differ in what they are given and end with; the chain only passes it on.
  return begin as unknown as NonNullable<Instrumentation[P]>;
}
