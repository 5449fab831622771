import type { GraphQLError } from "../../../../deps.ts";

/** Ends a subscription's stream that failed: carries the errors that the client gets. */
export class SubscriptionPublisherException extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "SubscriptionPublisherException";
  /** What the client gets. */
  readonly errors: readonly GraphQLError[];

  /**
   * Creates the exception.
   *
   * @param errors what the resolvers made of the failure
   * @param cause what the stream failed with
   */
  constructor(errors: readonly GraphQLError[], cause: unknown) {
    super(`GraphQL subscription ended with error(s): [${errors.map(({ message }) => message).join(", ")}]`, { cause });
    this.errors = errors;
  }
}
