import { GraphQLError } from "../../../../deps.ts";

/** An exceeded limit. */
export interface ExceededLimit {
  /** The limit's name, which is the name of its property: `"maxDepth"`. */
  readonly name: string;
  /** The limited quantity, for the message: `"the nesting of its fields"`. */
  readonly subject: string;
  readonly limit: number;
  readonly actual: number;
}

/**
 * Creates the error that rejects an operation, with the limit and its value.
 *
 * @param exceeded the limit and the operation's value
 */
export function limitError({ name, subject, limit, actual }: ExceededLimit): GraphQLError {
  return new GraphQLError(
    `Cannot execute the operation as ${subject} must be <= ${limit}: current value is ${readable(actual)}`,
    { extensions: { classification: "BAD_REQUEST", limit: { name, value: limit } } },
  );
}

// Nested fragments multiply: beyond the range of safe integers only the magnitude is meaningful.
function readable(actual: number): string {
  return Number.isSafeInteger(actual)
    ? String(actual)
    : actual === Infinity
    ? "beyond counting"
    : actual.toPrecision(3);
}
