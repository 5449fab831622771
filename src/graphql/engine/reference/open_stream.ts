import type { GraphQLFieldResolver } from "../../../../deps.ts";
import {
  asAsyncIterable,
  closeSource,
  type DataFetcher,
  DataFetcherResult,
  maxQueuedEvents,
  type RequestContext,
  toGraphQLError,
} from "../../wiring/mod.ts";
import { environmentsOf, failField, type FetcherCall, handleException } from "./guarded_fetch.ts";

/**
 * Creates the `subscribe` function of a subscription's field. The request's handler receives exceptions; if it returns
 * no error, the stream is empty.
 *
 * @param fetcher returns a stream, a promise of one, either in a result, or a plain value: a stream of one event
 */
export function streamOpenerOf(fetcher: DataFetcher): GraphQLFieldResolver<unknown, RequestContext> {
  // deno-lint-ignore house-rules/parameter-count -- the signature is graphql-js's
  return async (source, args, request, info) => {
    const call = { request, info, environment: environmentsOf({ source, arguments: args, request, info }) };
    const found = await fetched(fetcher, call);
    const stream = found === undefined ? noEvents() : streamOf(found, call);
    // graphql-js does not await a stream after its client has disconnected, so it has to be closed here.
    if (request.isCancelled) await closeLate(stream, call);
    return stream;
  };
}

interface Fetched {
  /** The settled result of the fetcher. */
  readonly value: unknown;
  /** The data of a `DataFetcherResult`. */
  readonly data: unknown;
}

/** Absent if the fetcher failed and the handler returned no error. */
async function fetched(fetcher: DataFetcher, call: FetcherCall): Promise<Fetched | undefined> {
  try {
    const value = await fetcher(call.environment(call.info));
    const data = value instanceof DataFetcherResult ? await value.data : value;
    if (data instanceof Error) throw data;
    return { value, data };
  } catch (error) {
    await handleException(error, call);
    return undefined;
  }
}

function streamOf({ value, data }: Fetched, call: FetcherCall): AsyncIterable<unknown> {
  const stream = asAsyncIterable(data, maxQueuedEvents(call.request.graphQlContext));
  if (stream !== undefined) return stream;
  const errors = value instanceof DataFetcherResult ? value.errors : [];
  if (errors.length > 0 && (data === null || data === undefined)) {
    failField(errors.map((error) => toGraphQLError(error, call.environment(call.info))), call.request);
  }
  return single(value);
}

async function closeLate(stream: AsyncIterable<unknown>, { request, info }: FetcherCall): Promise<void> {
  const field = `${info.parentType}.${info.fieldName}`;
  await closeSource(stream[Symbol.asyncIterator](), (failure) => request.reportUnclosedSource?.(field, failure));
}

async function* single(value: unknown): AsyncGenerator<unknown> {
  yield await value;
}

async function* noEvents(): AsyncGenerator<never> {}
