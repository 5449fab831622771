import type { GraphQLSchema } from "../../../../deps.ts";
import { ResultBudgetExceededError } from "../../../kernel/mod.ts";
import type { RequestContext } from "../../wiring/mod.ts";

/** An error takes about as much time as this many values. */
export const valuesPerError = 100;

/** Bytes that JSON writes for a value beside the value itself: quotes, a colon and a comma. */
const bytesPerValue = 4;

/**
 * Ends an execution of graphql-js at once. graphql-js locates each error that it catches, and goes on with the next field;
 * this one throws when its path is read, so that it passes every place.
 */
class EndOfExecution extends Error {
  get path(): never {
    throw this;
  }
}

/** One for all: thousands of promises may wait when an execution ends, and each would capture a stack. */
const endOfExecution = new EndOfExecution();

/**
 * Ends the execution if its budget was exceeded.
 *
 * @param request the request
 * @param error what a count or the service's code threw
 * @throws EndOfExecution when the error says that the budget was exceeded
 */
export function endIfExhausted(request: RequestContext, error: unknown): void {
  if (!(error instanceof ResultBudgetExceededError)) return;
  request.exhaust?.(error);
  throw endOfExecution;
}

/**
 * Counts a field before its code runs, or an item of a list.
 *
 * @param request the request
 * @param key the field's key in the response, or the item's index
 * @throws EndOfExecution when the budget is exceeded
 */
export function countValue(request: RequestContext, key: string | number): void {
  const { budget } = request;
  if (budget === undefined) return;
  try {
    if (typeof key === "string") budget.addCalls(1);
    budget.add(1, (typeof key === "string" ? key.length : 0) + bytesPerValue);
  } catch (error) {
    endIfExhausted(request, error);
  }
}

/**
 * Counts a text that graphql-js writes as it is.
 *
 * @param request the request
 * @param value what a field's code returned
 * @throws EndOfExecution when the budget is exceeded
 */
export function countText(request: RequestContext, value: unknown): void {
  if (typeof value !== "string") return;
  try {
    request.budget?.add(0, value.length);
  } catch (error) {
    endIfExhausted(request, error);
  }
}

/**
 * Counts an error of a field.
 *
 * @param request the request
 * @throws EndOfExecution when the budget is exceeded
 */
export function countError(request: RequestContext): void {
  try {
    request.budget?.add(valuesPerError, 0);
  } catch (error) {
    endIfExhausted(request, error);
  }
}

/**
 * A view of the schema that counts the fields that graphql-js executes: those of introspection have code of graphql-js's
 * own, which counts nothing.
 *
 * @param schema the schema
 * @param request the request
 */
export function countingSchema(schema: GraphQLSchema, request: RequestContext): GraphQLSchema {
  const getField: GraphQLSchema["getField"] = (parentType, name) => {
    if (parentType.name.startsWith("__")) countValue(request, name);
    return schema.getField(parentType, name);
  };
  return Object.create(schema, { getField: { value: getField } });
}
