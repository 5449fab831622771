import type { GraphQlExecutionResult } from "../../execution/mod.ts";
import type { WebGraphQlResponse } from "../../interception/mod.ts";

/**
 * Sees a response as a stream: a subscription's own, or its one result.
 *
 * @param response what came back through the interceptors
 */
export function resultsOf(response: WebGraphQlResponse): AsyncIterable<GraphQlExecutionResult> {
  return response.stream ?? single(response.executionResult);
}

async function* single(result: GraphQlExecutionResult): AsyncGenerator<GraphQlExecutionResult> {
  yield await Promise.resolve(result);
}
