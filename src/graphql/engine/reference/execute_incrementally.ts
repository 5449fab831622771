import {
  defaultFieldResolver,
  type DocumentNode,
  type ExecutionResult,
  experimentalExecuteIncrementally,
  type ExperimentalIncrementalExecutionResults,
  type GraphQLSchema,
  legacyExecuteIncrementally,
  type LegacyExperimentalIncrementalExecutionResults,
} from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { ExecutionValues } from "../execution_strategy.ts";
import { abortedResult } from "../engine_error_type.ts";
import { BesideParts, type PartialResult } from "./beside_parts.ts";
import { maxCoercionErrors } from "../max_coercion_errors.ts";
import { guardedResolver } from "./guarded_fetch.ts";
import { finish, settle } from "./reference_execution_strategy.ts";
import { ReferenceRequest } from "./reference_request.ts";

const propertyResolver = guardedResolver(defaultFieldResolver);

/** Which form deferred parts take: the current one, or that of 2022. */
export type IncrementalFormat = "current" | "legacy";

/** The first result of an operation, and the parts that follow it. */
export type IncrementalResults =
  | ExperimentalIncrementalExecutionResults
  | LegacyExperimentalIncrementalExecutionResults;

/** An operation with `@defer` or `@stream`. */
export interface IncrementalOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly hideSuggestions: boolean;
}

/**
 * Executes an operation with graphql-js, and delivers what it defers afterwards.
 *
 * @param operation the operation
 * @param values what the request gives
 * @param format the form of the parts
 * @returns the results, or one result where nothing was deferred
 */
export function executeIncrementally(
  operation: IncrementalOperation,
  { rootValue, variables, request }: ExecutionValues,
  format: IncrementalFormat,
): MaybePromise<ExecutionResult | IncrementalResults> {
  if (request.isCancelled) return abortedResult(); // graphql-js throws the signal's reason
  const execute = format === "legacy" ? legacyExecuteIncrementally : experimentalExecuteIncrementally;
  const contextValue = new ReferenceRequest(request);
  const args = {
    ...operation,
    rootValue,
    variableValues: variables,
    contextValue,
    fieldResolver: propertyResolver,
    abortSignal: request.signal,
    options: { maxCoercionErrors: maxCoercionErrors(variables) },
  };
  return settle<ExecutionResult | IncrementalResults, ExecutionResult | IncrementalResults>(
    () => execute(args),
    (result) => "initialResult" in result ? withReported(result, contextValue) : finish(result, contextValue),
  );
}

function withReported({ initialResult, subsequentResults }: IncrementalResults, request: ReferenceRequest) {
  const beside = new BesideParts(request);
  const parts = subsequentResults as AsyncGenerator<PartialResult>;
  // The form stays as it is: pieces get further errors.
  return {
    initialResult: beside.initial(initialResult as PartialResult),
    subsequentResults: completedParts(parts, beside),
  } as IncrementalResults;
}

/** No generator: one that was not begun, or waits, would not hand on that its reader left. */
function completedParts(parts: AsyncGenerator<PartialResult>, beside: BesideParts): AsyncGenerator<PartialResult> {
  const completed = (found: IteratorResult<PartialResult>): IteratorResult<PartialResult> =>
    found.done ? found : { done: false, value: beside.part(found.value) };
  return {
    next: () => parts.next().then(completed),
    return: (value) => parts.return(value),
    throw: (error) => parts.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}
