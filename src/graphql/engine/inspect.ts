import { locatedError } from "../../../deps.ts";

const prefix = "Unexpected error value: ";

/**
 * Writes a value as graphql-js writes it in messages. graphql-js doesn't export what does it, but describes thrown
 * values with it.
 *
 * @param value anything
 */
export function inspect(value: unknown): string {
  if (value instanceof Error) return inspect([value]).slice(1, -1);
  return locatedError(value, undefined).message.slice(prefix.length);
}
