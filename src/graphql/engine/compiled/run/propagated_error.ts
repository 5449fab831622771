import type { GraphQLError } from "../../../../../deps.ts";

/**
 * Carries the error of a non-null position to the enclosing one while synchronous work runs. The error is located, and its
 * exception was handled; the same error thrown by a service is neither. Only the engine makes and catches these.
 */
export class PropagatedError {
  readonly error: GraphQLError;

  /** @param error the error as the client sees it */
  constructor(error: GraphQLError) {
    this.error = error;
  }
}
