import type { Logger, MaybePromise } from "../../../kernel/mod.ts";
import type { GraphQlErrorLike } from "../../wiring/mod.ts";
import type { SingleError } from "./data_fetcher_exception_resolver.ts";
import { defaultLogger } from "./data_fetcher_exception_resolver_adapter.ts";
import { SubscriptionExceptionResolver } from "./subscription_exception_resolver.ts";

/**
 * Base class of resolvers of stream failures: override one of the two methods. A failure in it is logged and counts as
 * not resolved.
 */
export abstract class SubscriptionExceptionResolverAdapter extends SubscriptionExceptionResolver {
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
  override async resolveException(exception: unknown): Promise<readonly GraphQlErrorLike[] | undefined> {
    try {
      return await this.resolveToMultipleErrors(exception) ?? undefined;
    } catch (failure) {
      this.#logger?.warn(`Failed to resolve ${exception}`, { error: failure });
      return undefined;
    }
  }

  /** Resolves to any number of errors; by default to the one of `resolveToSingleError`. */
  protected async resolveToMultipleErrors(exception: unknown): Promise<readonly GraphQlErrorLike[] | null | undefined> {
    const error = await this.resolveToSingleError(exception);
    return error ? [error] : undefined;
  }

  /** Resolves to one error, or to nothing. */
  protected resolveToSingleError(_exception: unknown): MaybePromise<SingleError> {
    return undefined;
  }
}
