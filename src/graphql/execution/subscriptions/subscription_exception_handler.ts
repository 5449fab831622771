import { GraphQLError } from "../../../../deps.ts";
import type { Logger } from "../../../kernel/mod.ts";
import { EventQueueOverflowError, SubscriptionEndError, toGraphQLError } from "../../wiring/mod.ts";
import { defaultLogger } from "../errors/data_fetcher_exception_resolver_adapter.ts";
import { ErrorLimits } from "../errors/error_limits.ts";
import type { SubscriptionExceptionResolver } from "../errors/subscription_exception_resolver.ts";
import { SubscriptionExceptionResolverAdapter } from "../errors/subscription_exception_resolver_adapter.ts";
import { SubscriptionPublisherException } from "./subscription_publisher_exception.ts";

/** Asks the resolvers of stream failures one after another, and masks what none of them resolves. */
export class SubscriptionExceptionHandler {
  readonly #resolvers: readonly SubscriptionExceptionResolver[];
  readonly #logger: Logger | undefined;

  /**
   * Creates the handler.
   *
   * @param resolvers in the order in which they are asked
   * @param logger receives unresolved exceptions at `ERROR`, resolved ones at `DEBUG`
   */
  constructor(resolvers: readonly SubscriptionExceptionResolver[], logger?: Logger) {
    this.#resolvers = resolvers;
    this.#logger = logger;
    for (const resolver of resolvers) {
      if (logger !== undefined && resolver instanceof SubscriptionExceptionResolverAdapter) {
        resolver[defaultLogger](logger);
      }
    }
  }

  /**
   * Turns the failure of a stream into the exception that ends it.
   *
   * @param exception what the source failed with
   * @param executionId names the execution in the log
   * @param limits bound the errors
   * @returns `undefined` when the failure was resolved to no error: then the stream just ends
   */
  async handle(
    exception: unknown,
    executionId: string,
    limits: ErrorLimits = ErrorLimits.byDefault,
  ): Promise<SubscriptionPublisherException | undefined> {
    const [errors, cause] = exception instanceof SubscriptionPublisherException
      ? [exception.errors, exception.cause]
      : [await this.#errors(exception, executionId), exception];
    return errors.length > 0 ? new SubscriptionPublisherException(limits.bounded(errors), cause) : undefined;
  }

  async #errors(exception: unknown, executionId: string): Promise<readonly GraphQLError[]> {
    if (exception instanceof SubscriptionEndError) return [this.#ended(exception, executionId)];
    if (exception instanceof EventQueueOverflowError) return [this.#overflow(exception, executionId)];
    try {
      for (const resolver of this.#resolvers) {
        const found = await resolver.resolveException(exception);
        if (found === undefined || found === null) continue;
        this.#logger?.debug(`Resolved the failure of a subscription's stream for executionId ${executionId}`);
        return found.map((error) => toGraphQLError(error));
      }
    } catch (failure) {
      this.#logger?.warn("Failure while resolving the failure of a subscription's stream", { error: failure });
    }
    this.#logger?.error(`Unresolved failure of a subscription's stream for executionId ${executionId}`, {
      error: exception,
    });
    return [new GraphQLError("Subscription error", { extensions: { classification: "INTERNAL_ERROR" } })];
  }

  #ended(error: SubscriptionEndError, executionId: string): GraphQLError {
    this.#logger?.debug(error.message, { executionId, code: error.code });
    return error;
  }

  #overflow({ message, max }: EventQueueOverflowError, executionId: string): GraphQLError {
    this.#logger?.warn(message, { executionId });
    const limit = { name: "maxQueuedEvents", value: max };
    return new GraphQLError(message, { extensions: { classification: "BAD_REQUEST", limit } });
  }

  /**
   * Reports a source that could not be closed.
   *
   * @param field the subscription's root field
   * @param failure what the source failed with; absent when it goes on
   */
  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    const source = `The source of subscription field "${field}"`;
    if (failure !== undefined) this.#logger?.warn(`${source} failed while it was closed`, failure);
    else this.#logger?.warn(`${source} goes on after it was closed and its signal aborted`);
  }
}
