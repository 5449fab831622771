import { jsonSizeWithin } from "./json_size.ts";

/** The maximum number of errors about variables: graphql-js's default. */
const mostErrors = 50;

/** The maximum number of characters of inputs that the messages may quote. */
const mostCharacters = 65_536;

/**
 * Returns the maximum number of errors about variables: each message may quote the whole input.
 *
 * @param inputs the variables of a request
 * @returns a number from 1 to 50
 */
export function maxCoercionErrors(inputs: Readonly<Record<string, unknown>>): number {
  const size = jsonSizeWithin(inputs, mostCharacters);
  return Math.max(1, Math.min(mostErrors, Math.floor(mostCharacters / size)));
}
