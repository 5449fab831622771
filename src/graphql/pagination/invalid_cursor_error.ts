import { GraphQLError } from "../../../deps.ts";
import { ErrorType } from "../wiring/mod.ts";

/** Longest part of a cursor that is repeated to the client. */
const shownLength = 100;

/** Thrown when a cursor can't be read; clients get it as `BAD_REQUEST`. */
export class InvalidCursorError extends GraphQLError {
  /**
   * Creates the error.
   *
   * @param message names the cursor
   * @param cause what went wrong while reading it
   */
  constructor(message: string, cause?: unknown) {
    const shown = message.length > shownLength ? `${message.slice(0, shownLength)}…` : message;
    super(shown, {
      extensions: { classification: ErrorType.BAD_REQUEST.name },
      ...(cause instanceof Error ? { originalError: cause } : {}),
    });
    this.name = "InvalidCursorError";
  }
}
