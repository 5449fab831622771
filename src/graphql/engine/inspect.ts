import { locatedError } from "../../../deps.ts";

const prefix = "Unexpected error value: ";

/**
 * Formats a value as graphql-js does in messages. graphql-js does not export its `inspect`, but formats thrown values
 * with it.
 *
 * @param value anything
 */
export function inspect(value: unknown): string {
  if (value instanceof Error) return inspect([value]).slice(1, -1);
  return locatedError(value, undefined).message.slice(prefix.length);
}
