import { jsonSizeWithin } from "./json_size.ts";

/** Most errors about variables, as graphql-js has it where nobody configures it. */
const mostErrors = 50;

/** Most characters of inputs that the messages may repeat. */
const mostCharacters = 65_536;

/**
 * Decides how many errors about variables are made: each message may repeat the whole input.
 *
 * @param inputs the variables of a request
 * @returns a number from 1 to 50
 */
export function maxCoercionErrors(inputs: Readonly<Record<string, unknown>>): number {
  const size = jsonSizeWithin(inputs, mostCharacters);
  return Math.max(1, Math.min(mostErrors, Math.floor(mostCharacters / size)));
}
