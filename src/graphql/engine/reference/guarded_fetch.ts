import {
  getNullableType,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isListType,
  isNonNullType,
} from "../../../../deps.ts";
import { isThenable } from "../../../kernel/mod.ts";
import {
  asAsyncIterable,
  collect,
  type DataFetcher,
  DataFetcherResult,
  type DataFetchingEnvironment,
  FieldEnvironment,
  type FieldEnvironmentParts,
  type RequestContext,
  toGraphQLError,
} from "../../wiring/mod.ts";
import { guarding } from "../guarded_resolver.ts";
import { ReferenceRequest } from "./reference_request.ts";

/** One call of a data fetcher. */
export interface Fetch {
  readonly request: RequestContext;
  readonly info: GraphQLResolveInfo;
  /** The environment of the field, or of an item of it. */
  readonly environment: (info: GraphQLResolveInfo) => DataFetchingEnvironment;
}

/**
 * Makes a graphql-js resolver of a data fetcher: exceptions go to the request's handler, results with local context or
 * errors are taken apart, async iterables and observables become lists.
 *
 * @param fetcher gets the value
 */
export function resolverOf(fetcher: DataFetcher): GraphQLFieldResolver<unknown, RequestContext> {
  // deno-lint-ignore house-rules/parameter-count -- the signature is graphql-js's
  return (source, args, request, info) => {
    const environment = environmentsOf({ source, arguments: args, request, info });
    return guarded({ request, info, environment }, () => fetcher(environment(info)));
  };
}

/**
 * Guards a plain graphql-js resolver in the same way.
 *
 * @param resolve the resolver, for example graphql-js's default one
 */
export function guardedResolver(
  resolve: GraphQLFieldResolver<unknown, RequestContext>,
): GraphQLFieldResolver<unknown, RequestContext> {
  // deno-lint-ignore house-rules/parameter-count -- the signature is graphql-js's
  const guardedOne: typeof resolve = (source, args, request, info) => {
    const environment = environmentsOf({ source, arguments: args, request, info });
    return guarded({ request, info, environment }, () => resolve(source, args, request, info));
  };
  return guarding(guardedOne, resolve);
}

/** Makes environments of one call. */
export function environmentsOf(parts: Omit<FieldEnvironmentParts, "localContext">): Fetch["environment"] {
  return (info) => new FieldEnvironment({ ...parts, info, localContext: localContext(parts.request, parts.info) });
}

function localContext(request: RequestContext, info: GraphQLResolveInfo): unknown {
  return request instanceof ReferenceRequest ? request.localContextAbove(info.path) : undefined;
}

function guarded(fetch: Fetch, run: () => unknown): unknown {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return handle(error, fetch);
  }
  return complete(value, fetch);
}

function complete(value: unknown, fetch: Fetch): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isThenable(value)) {
    return Promise.resolve(value).then((settled) => complete(settled, fetch), (error) => handle(error, fetch));
  }
  if (value instanceof Error) return handle(value, fetch);
  if (value instanceof DataFetcherResult) return completeResult(value, fetch);
  if (!isListType(getNullableType(fetch.info.returnType))) return value;
  const stream = asAsyncIterable(value);
  if (stream) {
    const field = `${fetch.info.parentType.name}.${fetch.info.fieldName}`;
    return collect(stream, { request: fetch.request, field }).then(
      (list) => complete(list, fetch),
      (error) => handle(error, fetch),
    );
  }
  return completeItems(value, fetch);
}

function completeResult(result: DataFetcherResult, fetch: Fetch): unknown {
  if (fetch.request instanceof ReferenceRequest) {
    fetch.request.take(result, fetch.info.path);
    const errors = result.errors.map((error) => toGraphQLError(error, fetch.environment(fetch.info)));
    // They say why there is nothing: that the field may not be null is no further error.
    const isRefused = (result.data === null || result.data === undefined) && isNonNullType(fetch.info.returnType);
    if (isRefused && errors.length > 0) return fail(errors, fetch.request);
    fetch.request.addErrors(errors);
  }
  return complete(result.data, fetch);
}

function completeItems(value: object, fetch: Fetch): unknown {
  return isIterable(value) ? Array.from(value, (item, index) => completeItem(item, fetch, index)) : value;
}

function isIterable(value: object): value is Iterable<unknown> {
  return typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function";
}

function itemOf(fetch: Fetch, key: number): Fetch {
  return { ...fetch, info: { ...fetch.info, path: { prev: fetch.info.path, key, typename: undefined } } };
}

function completeItem(item: unknown, fetch: Fetch, index: number): unknown {
  if (typeof item !== "object" || item === null) return item;
  if (isThenable(item)) {
    return Promise.resolve(item).then(
      (settled) => completeItem(settled, fetch, index),
      (error) => handle(error, itemOf(fetch, index)),
    );
  }
  if (item instanceof Error) return failedItem(item, itemOf(fetch, index));
  return Array.isArray(item) ? completeItems(item, itemOf(fetch, index)) : item;
}

/** An error in a list fails its item alone. */
function failedItem(exception: Error, fetch: Fetch): unknown {
  try {
    return handle(exception, fetch);
  } catch (error) {
    return error;
  }
}

/**
 * Hands an exception to the request's handler, and throws the first of its errors.
 *
 * @returns `null` when there is no error; a promise where the handler has to be waited for
 */
export function handle(exception: unknown, { request, info, environment }: Fetch): unknown {
  const found = request.handleException(exception, () => environment(info));
  return found instanceof Promise ? found.then((errors) => fail(errors, request)) : fail(found, request);
}

/** Throws the first error, which fails the field as graphql-js knows it, and notes the others; `null` when there is none. */
export function fail(errors: readonly GraphQLError[], request: RequestContext): null {
  if (request instanceof ReferenceRequest) request.addErrors(errors.slice(1));
  if (errors.length > 0) throw errors[0];
  return null;
}
