import type { MaybePromise, Ordered } from "../../../kernel/mod.ts";
import type { SingleError } from "./data_fetcher_exception_resolver.ts";
import type { GraphQlErrorLike } from "../../wiring/mod.ts";

/**
 * Resolves a failure of a subscription's stream to the GraphQL errors that the client gets.
 *
 * Any number may be bound; the class is the identifier. They are asked one after another until one answers.
 */
export abstract class SubscriptionExceptionResolver implements Ordered {
  /** Lower comes first. */
  readonly order?: number;

  /**
   * Resolves one failure, or leaves it to the next resolver.
   *
   * @param exception what the stream failed with
   * @returns the errors, or `undefined` to leave the exception to the next resolver
   */
  abstract resolveException(exception: unknown): MaybePromise<readonly GraphQlErrorLike[] | undefined>;

  /**
   * Makes a resolver of a function.
   *
   * @param resolve returns one error, or nothing to leave the exception to the next resolver
   */
  static forSingleError(resolve: (exception: unknown) => MaybePromise<SingleError>): SubscriptionExceptionResolver {
    return {
      resolveException: async (exception) => {
        const found = await resolve(exception);
        return found ? [found] : undefined;
      },
    };
  }
}
