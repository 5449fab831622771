import type { GraphQLError } from "../../../../../deps.ts";

/**
 * Carries the error of a non-null position to its parent in the synchronous phase. The error is located, and its
 * exception was handled; the same error thrown by a service is neither. Only the engine creates and catches these.
 */
export class PropagatedError {
  readonly error: GraphQLError;

  /** @param error the error as the client sees it */
  constructor(error: GraphQLError) {
    this.error = error;
  }
}
