import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType } from "../../../../deps.ts";
import {
  asAsyncIterable,
  closeSource,
  type DataFetcher,
  dataFetcherOf,
  DataFetcherResult,
  type StreamReader,
} from "../../wiring/mod.ts";
import { guardedResolver, resolverOf } from "./guarded_fetch.ts";

/**
 * Gives each field with a data fetcher a graphql-js resolver that calls it. Plain resolvers are guarded.
 *
 * The fields of the subscription type get `subscribe`, which opens the fetcher's stream; an event of the stream is the
 * value of the field.
 *
 * @param schema a schema of our own, whose fields may be changed in place
 */
export function installResolvers(schema: GraphQLSchema): void {
  const subscriptionType = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (type === subscriptionType) installSubscription(field);
      else installResolver(field);
    }
  }
}

function installResolver(field: GraphQLField<unknown, unknown>): void {
  const fetcher = dataFetcherOf(field);
  if (fetcher) field.resolve = resolverOf(fetcher) as typeof field.resolve;
  else if (field.resolve) field.resolve = guardedResolver(field.resolve) as typeof field.resolve;
}

function installSubscription(field: GraphQLField<unknown, unknown>): void {
  const fetcher = dataFetcherOf(field);
  if (!fetcher) return;
  const subscribe = resolverOf(streaming(fetcher));
  // deno-lint-ignore house-rules/parameter-count -- the signature is graphql-js's
  const opened: typeof subscribe = async (source, args, request, info) => {
    const stream: unknown = await subscribe(source, args, request, info);
    // graphql-js does not wait for a stream whose client has left meanwhile: nobody else would close it.
    if (request.isCancelled) await closeLate(stream, { request, field: `${info.parentType}.${info.fieldName}` });
    return stream;
  };
  field.subscribe = opened as typeof field.subscribe;
  field.resolve = (event) => event;
}

/** A fetcher may return a stream, a promise of one, either in a result, or a plain value: a stream of one item. */
function streaming(fetcher: DataFetcher): DataFetcher {
  return async (environment) => {
    const value = await fetcher(environment);
    const data = value instanceof DataFetcherResult ? await value.data : value;
    return asAsyncIterable(data) ?? single(data);
  };
}

async function closeLate(stream: unknown, { request, field }: StreamReader): Promise<void> {
  const iterator = asAsyncIterable(stream)?.[Symbol.asyncIterator]();
  if (iterator !== undefined) await closeSource(iterator, () => request.reportStubbornSource?.(field));
}

async function* single(value: unknown): AsyncGenerator<unknown> {
  yield await value;
}
