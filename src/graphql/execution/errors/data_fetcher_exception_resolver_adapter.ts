import type { Logger, MaybePromise } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment, GraphQlErrorLike } from "../../wiring/mod.ts";
import { DataFetcherExceptionResolver, type SingleError } from "./data_fetcher_exception_resolver.ts";

/** Sets the logger of an adapter that was made without one. */
export const defaultLogger: unique symbol = Symbol("espalier.defaultLogger");

/**
 * Base class of resolvers: override one of the two methods. A failure in it is logged and counts as not resolved, so
 * that the next resolver is asked.
 *
 * @example
 * ```ts
 * import { DataFetcherExceptionResolverAdapter, ErrorType } from "@espalier/espalier/graphql";
 *
 * class RangeErrors extends DataFetcherExceptionResolverAdapter {
 *   protected override resolveToSingleError(exception: unknown) {
 *     if (!(exception instanceof RangeError)) return undefined;
 *     return { errorType: ErrorType.BAD_REQUEST, message: exception.message };
 *   }
 * }
 * ```
 */
export abstract class DataFetcherExceptionResolverAdapter extends DataFetcherExceptionResolver {
  #logger: Logger | undefined;

  /**
   * Creates the adapter.
   *
   * @param logger receives failures of the resolver itself at `WARN`; by default the application's
   */
  constructor(logger?: Logger) {
    super();
    this.#logger = logger?.forCategory("espalier.graphql");
  }

  /** @ignore Called by the exception handler that asks this resolver. */
  [defaultLogger](logger: Logger): void {
    this.#logger ??= logger;
  }

  /** Calls the overridden method, and logs its failure. */
  override async resolveException(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): Promise<readonly GraphQlErrorLike[] | undefined> {
    try {
      return await this.resolveToMultipleErrors(exception, environment) ?? undefined;
    } catch (failure) {
      this.#logger?.warn(`Failed to resolve ${exception}`, { error: failure });
      return undefined;
    }
  }

  /**
   * Resolves to any number of errors; by default to the one of `resolveToSingleError`.
   *
   * @returns the errors, or nothing to leave the exception to the next resolver
   */
  protected async resolveToMultipleErrors(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): Promise<readonly GraphQlErrorLike[] | null | undefined> {
    const error = await this.resolveToSingleError(exception, environment);
    return error ? [error] : undefined;
  }

  /**
   * Resolves to one error.
   *
   * @returns the error, or nothing to leave the exception to the next resolver
   */
  protected resolveToSingleError(
    _exception: unknown,
    _environment: DataFetchingEnvironment,
  ): MaybePromise<SingleError> {
    return undefined;
  }
}
