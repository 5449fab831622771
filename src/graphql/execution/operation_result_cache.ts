import type { ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, token } from "../../kernel/mod.ts";
import type { ExecutionInput } from "./execution_input.ts";
import type { GraphQlExecutionResult } from "./graphql_execution_result.ts";
import type { GuardedOperation } from "./operation_guard.ts";

/** Executes an operation. */
export type ExecuteOperation = (input: ExecutionInput) => MaybePromise<GraphQlExecutionResult>;

/**
 * Finds the result of a query that the guard has let through, or executes it.
 *
 * @param input the request
 * @param execute executes the operation, with this input or another
 */
export type CachedExecution = (
  input: ExecutionInput,
  execute: ExecuteOperation,
) => MaybePromise<GraphQlExecutionResult>;

/** Keeps results of queries. */
export interface OperationResultCache {
  /**
   * Called once for each query of a document, which keeps the answer: what depends on no request is worked out here.
   *
   * @param operation a valid query without `@defer` and `@stream`
   * @returns `undefined` where results are never kept
   */
  planCaching(operation: GuardedOperation): CachedExecution | undefined;
}

/** Identifier of the {@linkcode OperationResultCache} bean; without it every query is executed. */
export const OperationResultCache: ServiceIdentifier<OperationResultCache> = token<OperationResultCache>(
  "OperationResultCache",
);
