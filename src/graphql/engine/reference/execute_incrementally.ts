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
import { guardedResolver } from "./guarded_fetch.ts";
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
  const execute = format === "legacy" ? legacyExecuteIncrementally : experimentalExecuteIncrementally;
  return execute({
    ...operation,
    rootValue,
    variableValues: variables,
    contextValue: new ReferenceRequest(request),
    fieldResolver: propertyResolver,
    abortSignal: request.signal,
  });
}
