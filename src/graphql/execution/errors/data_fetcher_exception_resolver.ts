import type { MaybePromise, Ordered } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment, GraphQlErrorLike } from "../../wiring/mod.ts";

/** What a resolver of single errors answers: an error, or nothing. */
export type SingleError = GraphQlErrorLike | null | undefined;

/**
 * Resolves an exception of a data fetcher to GraphQL errors.
 *
 * Any number may be bound; the class is the identifier. They are asked strictly one after another until one answers
 * with a list; an empty list resolves too: the field is null and the response has no error.
 */
export abstract class DataFetcherExceptionResolver implements Ordered {
  /** Lower comes first. */
  readonly order?: number;

  /**
   * Resolves one exception, or leaves it to the next resolver.
   *
   * @param exception what was thrown
   * @param environment the field that was being fetched
   * @returns the errors, or `undefined` to leave the exception to the next resolver
   */
  abstract resolveException(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQlErrorLike[] | undefined>;

  /**
   * Makes a resolver of a function.
   *
   * @param resolve returns one error, or nothing to leave the exception to the next resolver
   *
   * @example
   * ```ts
   * import { DataFetcherExceptionResolver, ErrorType } from "@espalier/espalier/graphql";
   *
   * const rangeErrors = DataFetcherExceptionResolver.forSingleError((exception) =>
   *   exception instanceof RangeError ? { errorType: ErrorType.BAD_REQUEST, message: exception.message } : undefined
   * );
   * ```
   */
  static forSingleError(
    resolve: (exception: unknown, environment: DataFetchingEnvironment) => MaybePromise<SingleError>,
  ): DataFetcherExceptionResolver {
    return {
      resolveException: (exception, environment) => {
        const found = resolve(exception, environment);
        return found instanceof Promise ? found.then(listOf) : listOf(found);
      },
    };
  }
}

function listOf(error: SingleError): readonly GraphQlErrorLike[] | undefined {
  return error ? [error] : undefined;
}
