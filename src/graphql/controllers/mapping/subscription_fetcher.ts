import { SubscriptionPublisherException } from "../../execution/mod.ts";
import {
  asAsyncIterable,
  DataFetcherResult,
  type DataFetchingEnvironment,
  type GraphQlErrorLike,
  maxQueuedEvents,
  type SelfDescribingDataFetcher,
  toGraphQLError,
} from "../../wiring/mod.ts";

/** Finds the errors for an exception; `undefined` if no `@GraphQlExceptionHandler` method handles it. */
export type HandlerSearch = (
  exception: unknown,
  environment: DataFetchingEnvironment,
) => Promise<readonly GraphQlErrorLike[] | undefined> | undefined;

/**
 * Calls the exception handler methods for the failure of a subscription's stream, before the subscription exception
 * resolvers.
 *
 * @param fetcher opens the stream
 * @param search calls the exception handler methods
 */
export function subscriptionFetcher(
  fetcher: SelfDescribingDataFetcher,
  search: HandlerSearch,
): SelfDescribingDataFetcher {
  const guarded = async (environment: DataFetchingEnvironment) => {
    const value = await fetcher(environment);
    const data = value instanceof DataFetcherResult ? await value.data : value;
    const stream = asAsyncIterable(data, maxQueuedEvents(environment.graphQlContext));
    return stream ? guardedStream(stream, (exception) => search(exception, environment)) : value;
  };
  // Keeps the description of the fetcher, but not `direct`: the wrapper needs the environment.
  const { direct: _direct, ...description } = { ...fetcher } as SelfDescribingDataFetcher & { direct?: unknown };
  return Object.assign(guarded, description);
}

function guardedStream(
  source: AsyncIterable<unknown>,
  search: (exception: unknown) => ReturnType<HandlerSearch>,
): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = source[Symbol.asyncIterator]();
      const failed = async (exception: unknown): Promise<never> => {
        const errors = await search(exception);
        if (!errors) throw exception;
        throw new SubscriptionPublisherException(errors.map((error) => toGraphQLError(error)), exception);
      };
      return {
        next: () => {
          try {
            const event = iterator.next();
            return event instanceof Promise ? event.then(undefined, failed) : Promise.resolve(event).catch(failed);
          } catch (exception) {
            return failed(exception);
          }
        },
        return: async (value?: unknown) => await iterator.return?.(value) ?? { done: true, value },
      };
    },
  };
}
