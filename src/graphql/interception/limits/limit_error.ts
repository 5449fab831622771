import { GraphQLError } from "../../../../deps.ts";

/** A limit that an operation went beyond. */
export interface ExceededLimit {
  /** The limit's name, that of its property: `"maxDepth"`. */
  readonly name: string;
  /** What is limited, for the message: `"the nesting of its fields"`. */
  readonly subject: string;
  readonly limit: number;
  readonly actual: number;
}

/**
 * Makes the error that refuses an operation, naming the limit and its value.
 *
 * @param exceeded the limit and what the operation has
 */
export function limitError({ name, subject, limit, actual }: ExceededLimit): GraphQLError {
  return new GraphQLError(
    `Cannot execute the operation as ${subject} must be <= ${limit}: current value is ${readable(actual)}`,
    { extensions: { classification: "BAD_REQUEST", limit: { name, value: limit } } },
  );
}

// Fragments within fragments multiply: beyond the range of whole numbers only the magnitude is meaningful.
function readable(actual: number): string {
  return Number.isSafeInteger(actual)
    ? String(actual)
    : actual === Infinity
    ? "beyond counting"
    : actual.toPrecision(3);
}
