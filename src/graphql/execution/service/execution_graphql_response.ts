import type { ExecutionInput } from "../execution_input.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";
import { GraphQlResponse } from "../response/graphql_response.ts";

/** What {@linkcode ExecutionGraphQlResponse.transform} may change. `undefined` removes a part. */
export type ResponseChanges = { readonly [K in keyof GraphQlExecutionResult]?: GraphQlExecutionResult[K] | undefined };

/** The response of an {@linkcode ExecutionGraphQlService}. */
export class ExecutionGraphQlResponse extends GraphQlResponse {
  /** What the engine was given. */
  readonly executionInput: ExecutionInput;

  /**
   * Creates the response.
   *
   * @param executionInput what the engine was given
   * @param executionResult what it answered
   */
  constructor(executionInput: ExecutionInput, executionResult: GraphQlExecutionResult) {
    super(executionResult);
    this.executionInput = executionInput;
  }

  /**
   * Makes a response that differs in some parts.
   *
   * @param changes new `data`, `errors`, `extensions` or `stream`
   */
  transform(changes: ResponseChanges): ExecutionGraphQlResponse {
    return new ExecutionGraphQlResponse(this.executionInput, changedResult(this.executionResult, changes));
  }
}

/**
 * Applies changes to a result; keys whose value becomes `undefined` are absent afterwards. Where the errors of a request
 * that never began are dropped, `data` is `null`: a response has one or the other.
 *
 * @param result what the engine answered
 * @param changes the parts to replace
 */
export function changedResult(result: GraphQlExecutionResult, changes: ResponseChanges): GraphQlExecutionResult {
  const entries = Object.entries({ ...result, ...changes }).filter(([, value]) => value !== undefined);
  const changed = Object.fromEntries(entries) as GraphQlExecutionResult;
  const hasContent = changed.data !== undefined || changed.stream !== undefined || (changed.errors?.length ?? 0) > 0;
  return hasContent ? changed : { ...changed, data: null };
}
