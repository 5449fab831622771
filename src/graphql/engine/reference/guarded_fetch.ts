import {
  getNullableType,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isListType,
} from "../../../../deps.ts";
import {
  asAsyncIterable,
  collect,
  type DataFetcher,
  DataFetcherResult,
  type DataFetchingEnvironment,
  FieldEnvironment,
  type RequestContext,
  toGraphQLError,
} from "../../wiring/mod.ts";
import { guarding } from "../guarded_resolver.ts";
import { ReferenceRequest } from "./reference_request.ts";

/** One call of a data fetcher. */
interface Fetch {
  readonly request: RequestContext;
  readonly info: GraphQLResolveInfo;
  readonly environment: () => DataFetchingEnvironment;
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
    let made: DataFetchingEnvironment | undefined;
    const environment = () =>
      made ??= new FieldEnvironment({
        source,
        arguments: args,
        request,
        info,
        localContext: localContext(request, info),
      });
    const fetch: Fetch = { request, info, environment };
    return guarded(fetch, () => fetcher(environment()));
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
    const environment = () =>
      new FieldEnvironment({ source, arguments: args, request, info, localContext: localContext(request, info) });
    return guarded({ request, info, environment }, () => resolve(source, args, request, info));
  };
  return guarding(guardedOne, resolve);
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
  if (isThenable(value)) return value.then((settled) => complete(settled, fetch), (error) => handle(error, fetch));
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
  return Array.isArray(value) ? value.map((element) => completeElement(element, fetch)) : value;
}

function completeResult(result: DataFetcherResult, fetch: Fetch): unknown {
  if (fetch.request instanceof ReferenceRequest) {
    fetch.request.take(result, fetch.info.path);
    fetch.request.addErrors(result.errors.map((error) => toGraphQLError(error, fetch.environment())));
  }
  return complete(result.data, fetch);
}

function completeElement(element: unknown, fetch: Fetch): unknown {
  if (typeof element !== "object" || element === null) return element;
  if (isThenable(element)) {
    return element.then((settled) => completeElement(settled, fetch), (error) => handle(error, fetch));
  }
  if (element instanceof Error) return handle(element, fetch);
  return Array.isArray(element) ? element.map((inner) => completeElement(inner, fetch)) : element;
}

function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === "function";
}

/** Asks the request's handler; the first error fails the field as graphql-js knows it, others are added beside. */
function handle(exception: unknown, { request, environment }: Fetch): unknown {
  const found = request.handleException(exception, environment);
  return found instanceof Promise ? found.then((errors) => fail(errors, request)) : fail(found, request);
}

function fail(errors: readonly GraphQLError[], request: RequestContext): null {
  if (request instanceof ReferenceRequest) request.addErrors(errors.slice(1));
  if (errors.length > 0) throw errors[0];
  return null;
}
