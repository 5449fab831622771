import { type ExecutionResult, GraphQLError } from "../../../deps.ts";
import { type ResultBudgetExceededError, type ResultLimit } from "../../kernel/mod.ts";
import type { RequestContext } from "../wiring/mod.ts";
import { abortedResult } from "./engine_error_type.ts";

/** How clients are told of a limit: its property, and what it limits. */
const limits: Readonly<Record<ResultLimit, { name: string; subject: string; classification: string }>> = {
  values: {
    name: "maxResultValues",
    subject: "the number of values of its result",
    classification: "BAD_REQUEST",
  },
  bytes: { name: "maxResultBytes", subject: "the size of its result in bytes", classification: "BAD_REQUEST" },
  time: { name: "executionTimeoutMs", subject: "its time in milliseconds", classification: "ExecutionAborted" },
};

/**
 * The error that tells the client which limit its result exceeded.
 *
 * @param exceeded the limit
 * @param isMutation whether the operation may have changed data
 */
export function budgetError({ limit, max, actual }: ResultBudgetExceededError, isMutation: boolean): GraphQLError {
  const { name, subject, classification } = limits[limit];
  const action = isMutation ? "return the result of the mutation, whose changes remain," : "complete the operation";
  return new GraphQLError(`Cannot ${action} as ${subject} must be <= ${max}: current value is ${actual}`, {
    extensions: { classification, limit: { name, value: max } },
  });
}

/**
 * The result of an operation that exceeded its budget: nothing of its data, and one error.
 *
 * @param exceeded the limit
 * @param isMutation whether the operation may have changed data
 */
export function exhaustedResult(exceeded: ResultBudgetExceededError, isMutation: boolean): ExecutionResult {
  return { errors: [budgetError(exceeded, isMutation)], data: null };
}

/**
 * The result of an execution that ended with its first error, as `HALT` asks: no data, and this error.
 *
 * @param error the classified error
 */
export function haltedResult(error: GraphQLError): ExecutionResult {
  return { errors: [error], data: null };
}

/**
 * The result of an execution that ended before it was complete: its budget was exceeded, or it was cancelled.
 *
 * @param request the request
 * @param isMutation whether the operation may have changed data
 */
export function endedResult({ budget }: Pick<RequestContext, "budget">, isMutation: boolean): ExecutionResult {
  return budget?.exceeded === undefined ? abortedResult() : exhaustedResult(budget.exceeded, isMutation);
}
