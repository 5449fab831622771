import { type ExecutionResult, GraphQLError } from "../../../deps.ts";
import { type ResultBudgetExceededError, type ResultLimit } from "../../kernel/mod.ts";
import type { RequestContext } from "../wiring/mod.ts";
import { abortedResult } from "./engine_error_type.ts";

/** The description of each limit for clients: its property, and the limited quantity. */
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
 * Creates the error that reports to the client which limit its result exceeded.
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
 * Creates the result of an operation that exceeded its budget: no data, and one error.
 *
 * @param exceeded the limit
 * @param isMutation whether the operation may have changed data
 */
export function exhaustedResult(exceeded: ResultBudgetExceededError, isMutation: boolean): ExecutionResult {
  return { errors: [budgetError(exceeded, isMutation)], data: null };
}

/**
 * Creates the result of an execution that ended with its first error because of `HALT`: no data, and this error.
 *
 * @param error the classified error
 */
export function haltedResult(error: GraphQLError): ExecutionResult {
  return { errors: [error], data: null };
}

/**
 * Creates the result of an execution that ended early: its budget was exceeded, or it was cancelled.
 *
 * @param request the request
 * @param isMutation whether the operation may have changed data
 */
export function endedResult({ budget }: Pick<RequestContext, "budget">, isMutation: boolean): ExecutionResult {
  return budget?.exceeded === undefined ? abortedResult() : exhaustedResult(budget.exceeded, isMutation);
}
