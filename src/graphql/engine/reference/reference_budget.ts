import type { GraphQLSchema } from "../../../../deps.ts";
import { ResultBudgetExceededError } from "../../../kernel/mod.ts";
import type { RequestContext } from "../../wiring/mod.ts";

/** The cost of an error in values: it takes about as much time as this many values. */
export const valuesPerError = 100;

/** The bytes of JSON syntax per value: quotes, a colon and a comma. */
const bytesPerValue = 4;

/**
 * Ends an execution of graphql-js at once. graphql-js locates each error that it catches, and continues with the next
 * field; this one throws when its path is read, so that it propagates through every position.
 */
class EndOfExecution extends Error {
  get path(): never {
    throw this;
  }
}

/** A shared instance: thousands of promises may be pending when an execution ends, and each would capture a stack. */
const endOfExecution = new EndOfExecution();

/**
 * Ends the execution if its budget was exceeded.
 *
 * @param request the request
 * @param error the error of counting or of the service's code
 * @throws EndOfExecution when the error reports an exceeded budget
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
 * Counts a string that graphql-js writes unchanged.
 *
 * @param request the request
 * @param value the value that a resolver returned
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
 * Creates a view of the schema that counts the fields that graphql-js executes, including introspection fields, whose
 * resolvers in graphql-js do not count.
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
