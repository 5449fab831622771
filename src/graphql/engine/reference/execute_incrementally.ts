import {
  defaultFieldResolver,
  type DocumentNode,
  type ExecutionResult,
  experimentalExecuteIncrementally,
  type ExperimentalIncrementalExecutionResults,
  getOperationAST,
  type GraphQLSchema,
  legacyExecuteIncrementally,
  type LegacyExperimentalIncrementalExecutionResults,
  OperationTypeNode,
} from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { ExecutionValues } from "../execution_strategy.ts";
import { endedResult, haltedResult } from "../exhausted_result.ts";
import type { PartialResult } from "./incremental_error_merger.ts";
import { maxCoercionErrors } from "../max_coercion_errors.ts";
import { guardedResolver } from "./guarded_fetch.ts";
import { PartsCompletion } from "./parts_completion.ts";
import { finish, settleWith } from "./reference_execution_strategy.ts";
import { ReferenceRequest } from "./reference_request.ts";
import { withoutPropagation } from "./without_propagation.ts";

const propertyResolver = guardedResolver(defaultFieldResolver);

/** The format of incremental delivery: the current one, or that of 2022. */
export type IncrementalFormat = "current" | "legacy";

/** The initial result of an operation, and the subsequent results. */
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
 * Executes an operation with graphql-js and incremental delivery.
 *
 * @param operation the operation
 * @param values the inputs of the execution
 * @param format the format of incremental delivery
 * @returns the results, or one result if nothing was deferred
 */
export function executeIncrementally(
  operation: IncrementalOperation,
  { rootValue, variables, request, onError = "PROPAGATE" }: ExecutionValues,
  format: IncrementalFormat,
): MaybePromise<ExecutionResult | IncrementalResults> {
  const isMutation = getOperationAST(operation.document, operation.operationName)?.operation ===
    OperationTypeNode.MUTATION;
  if (request.isCancelled) return endedResult(request, isMutation); // graphql-js throws the signal's reason
  const execute = format === "legacy" ? legacyExecuteIncrementally : experimentalExecuteIncrementally;
  const contextValue = new ReferenceRequest(request, { isMutation, onError });
  const args = {
    ...operation,
    document: onError === "PROPAGATE" ? operation.document : withoutPropagation(operation.document),
    rootValue,
    variableValues: variables,
    contextValue,
    fieldResolver: propertyResolver,
    abortSignal: request.signal,
    options: { maxCoercionErrors: maxCoercionErrors(variables) },
  };
  return settleWith<ExecutionResult | IncrementalResults, ExecutionResult | IncrementalResults>(() => execute(args), {
    request: contextValue,
    finish: (result) => "initialResult" in result ? withReported(result, contextValue) : finish(result, contextValue),
  });
}

/** @throws ResultBudgetExceededError when the initial result is too large */
function withReported(
  { initialResult, subsequentResults }: IncrementalResults,
  request: ReferenceRequest,
): ExecutionResult | IncrementalResults {
  const parts = subsequentResults as AsyncGenerator<PartialResult>;
  const completion = new PartsCompletion(parts, request);
  const first = completion.initial(initialResult as PartialResult);
  const [error] = first.errors ?? [];
  if (request.onError === "HALT" && error !== undefined) {
    void completion.return();
    return haltedResult(error);
  }
  // Only errors are added, so the format is unchanged.
  return {
    initialResult: first,
    subsequentResults: completion,
  } as unknown as IncrementalResults;
}
