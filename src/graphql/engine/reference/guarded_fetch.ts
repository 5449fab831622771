import {
  defaultFieldResolver,
  getNullableType,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  responsePathAsArray,
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
  isSemanticallyNonNull,
  type RequestContext,
  toGraphQLError,
} from "../../wiring/mod.ts";
import { coerceLeaf, noIterable } from "../coerce_leaf.ts";
import { nullError } from "../engine_error_type.ts";
import { guarding } from "../guarded_resolver.ts";
import { locateError } from "../locate_error.ts";
import { guardedStream, isStreamed } from "./guarded_stream.ts";
import { countError, countText, countValue, endIfExhausted } from "./reference_budget.ts";
import { ReferenceRequest } from "./reference_request.ts";

/** One call of a data fetcher. */
export interface FetcherCall {
  readonly request: RequestContext;
  readonly info: GraphQLResolveInfo;
  /** The environment of the field, or of an item of it. */
  readonly environment: (info: GraphQLResolveInfo) => DataFetchingEnvironment;
  /** Whether rejections in the value are handled already, together with its object. */
  readonly isHeld?: boolean;
}

/**
 * Creates a graphql-js resolver that calls a data fetcher: it passes exceptions to the request's handler, applies the
 * local context and errors of a `DataFetcherResult`, and reads async iterables and observables into lists.
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
    const isHeld = resolve === defaultFieldResolver && isHeldWith(source, info);
    return guarded({ request, info, environment, isHeld }, () => resolve(source, args, request, info));
  };
  return guarding(guardedOne, resolve);
}

/** Creates the environments of one call. */
export function environmentsOf(parts: Omit<FieldEnvironmentParts, "localContext">): FetcherCall["environment"] {
  return (info) => new FieldEnvironment({ ...parts, info, localContext: localContext(parts.request, parts.info) });
}

function localContext(request: RequestContext, info: GraphQLResolveInfo): unknown {
  return request instanceof ReferenceRequest ? request.localContextAbove(info.path) : undefined;
}

/** Whether a value is a data property of an object below the root: its rejections are handled with the object. */
function isHeldWith(source: unknown, { fieldName, path }: GraphQLResolveInfo): boolean {
  if (path.prev === undefined || typeof source !== "object" || source === null) return false;
  const property = Object.getOwnPropertyDescriptor(source, fieldName);
  return property !== undefined && typeof property.value === "object";
}

function hold(value: unknown, { request, info }: FetcherCall): void {
  if (request instanceof ReferenceRequest) request.hold(value, info);
}

function guarded(call: FetcherCall, run: () => unknown): unknown {
  countValue(call.request, call.info.path.key);
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return failedValue(error, call);
  }
  return complete(value, call);
}

function complete(value: unknown, call: FetcherCall): unknown {
  if ((value === undefined || value === null) && refusesNull(call.info, call.info.returnType, 0)) {
    return refuseNull(call);
  }
  if (typeof value !== "object" || value === null) {
    countText(call.request, value);
    return checkValue(value, call.info.returnType, call);
  }
  if (call.isHeld !== true) hold(value, call);
  if (isThenable(value)) {
    return Promise.resolve(value).then((settled) => complete(settled, call), (error) => failedValue(error, call));
  }
  if (value instanceof Error) return failedValue(value, call);
  if (value instanceof DataFetcherResult) return completeResult(value, call);
  const { returnType } = call.info;
  return isListType(getNullableType(returnType)) ? completeList(value, call) : checkValue(value, returnType, call);
}

/** Whether `null` is an error at a position: level 0 is the field itself, 1 its items. */
function refusesNull({ parentType, fieldName }: GraphQLResolveInfo, type: unknown, level: number): boolean {
  return isNonNullType(type) || isSemanticallyNonNull(parentType.getFields()[fieldName] ?? {}, level);
}

/** Throws graphql-js's error for a null value, but counted, and at a lower cost. */
function refuseNull({ request, info }: FetcherCall): never {
  countError(request);
  throw nullError(info, isNonNullType(typeAt(info)));
}

/**
 * Coerces a scalar before graphql-js does, to count errors and limit their locations: graphql-js does not count errors,
 * and locates each at all merged fields of the document.
 *
 * @param value the value that a resolver returned, or an item of it
 * @param type the type of the field or of the item
 * @param call the field or the item
 * @returns the value, which graphql-js completes
 */
function checkValue(value: unknown, type: unknown, call: FetcherCall): unknown {
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (value === null || value === undefined) return value;
  if (isListType(nullable) && !isListValue(value)) {
    const { parentType, fieldName } = call.info;
    return refuse(noIterable(parentType, fieldName), call);
  }
  if (!isLeafType(nullable)) return value;
  try {
    harmless(coerceLeaf(nullable, value));
  } catch (error) {
    return refuse(error, call);
  }
  return value;
}

/** Whether graphql-js reads a list from a value; a function is a list only if it is an async iterable. */
function isListValue(value: object | string | number | boolean | bigint | symbol): boolean {
  return typeof value === "object" ? isIterable(value) : typeof value === "function" && Symbol.asyncIterator in value;
}

function refuse(error: unknown, { request, info: { fieldNodes, path } }: FetcherCall): never {
  endIfExhausted(request, error);
  countError(request);
  throw locateError(error, fieldNodes, responsePathAsArray(path));
}

function completeList(value: object, call: FetcherCall): unknown {
  const stream = asAsyncIterable(value);
  return stream ? completeStream(stream, call) : completeItems(value, call);
}

function completeStream(stream: AsyncIterable<unknown>, call: FetcherCall): unknown {
  const { request, info } = call;
  const reader = { request, field: `${info.parentType.name}.${info.fieldName}` };
  if (isStreamed(info)) {
    return guardedStream(stream, {
      reader,
      item: (value, index) => {
        hold(value, call);
        countValue(request, index);
        return harmless(completeItem(value, call, index));
      },
      failure: (error) => handleException(error, call),
    });
  }
  return collect(stream, reader, (value) => hold(value, call))
    .then((list) => complete(list, call), (error) => failedValue(error, call));
}

function completeResult(result: DataFetcherResult, call: FetcherCall): unknown {
  if (call.request instanceof ReferenceRequest) {
    call.request.take(result, call.info.path);
    const errors = result.errors.map((error) => toGraphQLError(error, call.environment(call.info)));
    // The reported errors already explain the null; do not add a non-null error.
    const isRefused = (result.data === null || result.data === undefined) &&
      refusesNull(call.info, call.info.returnType, 0);
    // With HALT, errors reported with data end the execution, too.
    if (errors.length > 0 && (isRefused || call.request.onError === "HALT")) {
      countError(call.request);
      return failField(errors, call.request);
    }
    call.request.addErrors(errors);
  }
  return complete(result.data, call);
}

function completeItems(value: object, call: FetcherCall): unknown {
  if (!isIterable(value)) return checkValue(value, call.info.returnType, call);
  const items = eachCompleted(value, call);
  return isStreamed(call.info) ? items : Array.from(items);
}

function* eachCompleted(values: Iterable<unknown>, call: FetcherCall): Generator<unknown> {
  let index = 0;
  for (const item of values) {
    if (!Array.isArray(values)) hold(item, call);
    countValue(call.request, index);
    yield harmless(completeItem(item, call, index++));
  }
}

/**
 * Handles the rejection of an item, in case its list fails or the result is complete before: it would end the process.
 */
function harmless(item: unknown): unknown {
  if (item instanceof Promise) item.catch(() => {});
  return item;
}

function isIterable(value: object): value is Iterable<unknown> {
  return typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function";
}

function itemOf(call: FetcherCall, key: number): FetcherCall {
  return { ...call, info: { ...call.info, path: { prev: call.info.path, key, typename: undefined } } };
}

function completeItem(item: unknown, call: FetcherCall, index: number): unknown {
  if (typeof item !== "object" || item === null) {
    countText(call.request, item);
    return checkItem(item, call, index);
  }
  if (isThenable(item)) {
    return Promise.resolve(item).then(
      (settled) => completeItem(settled, call, index),
      (error) => failedValue(error, itemOf(call, index)),
    );
  }
  if (item instanceof Error) return failedItem(item, itemOf(call, index));
  // Items of other types may also be arrays, which are values there.
  const isList = itemTypeOf(typeOfItems(call.info)) !== undefined;
  return isList ? completeInnerList(item, itemOf(call, index)) : checkItem(item, call, index);
}

/** Checks an item. Returns its error instead of throwing it: graphql-js treats a returned `Error` as a failed item. */
function checkItem(item: unknown, call: FetcherCall, index: number): unknown {
  const type = typeOfItems(call.info);
  const isNull = item === null || item === undefined;
  if (
    isNull
      ? !refusesNull(call.info, type, levelOf(call.info) + 1)
      : isCompositeType(isNonNullType(type) ? type.ofType : type)
  ) return item;
  try {
    return isNull ? refuseNull(itemOf(call, index)) : checkValue(item, type, itemOf(call, index));
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** The type of the items of the list at the path. */
function typeOfItems(info: GraphQLResolveInfo): unknown {
  return itemTypeOf(typeAt(info));
}

/** The type of the value at the path: of the field, or of an item of it. */
function typeAt(info: GraphQLResolveInfo): unknown {
  let type: unknown = info.returnType;
  for (let level = levelOf(info); level > 0; level--) type = itemTypeOf(type);
  return type;
}

/** The number of lists around the value at the path: 0 for the field itself. */
function levelOf({ path }: GraphQLResolveInfo): number {
  let level = 0;
  for (let at: typeof path | undefined = path; typeof at?.key === "number"; at = at.prev) level++;
  return level;
}

function itemTypeOf(type: unknown): unknown {
  const nullable = isNonNullType(type) ? type.ofType : type;
  return isListType(nullable) ? nullable.ofType : undefined;
}

/** Completes a list in a list. If it can't be read, only this item of the outer list fails. */
function completeInnerList(value: object, call: FetcherCall): unknown {
  try {
    return completeList(value, call);
  } catch (error) {
    // graphql-js treats a returned Error and a rejected promise as a failed item.
    return error instanceof Error ? error : Promise.reject(error);
  }
}

/** Handles an error in a list, which fails only its item. */
function failedItem(exception: Error, call: FetcherCall): unknown {
  try {
    return failedValue(exception, call);
  } catch (error) {
    return error;
  }
}

/**
 * Like {@linkcode handleException}, but a semantically non-null position has an error even if the handler returns none.
 */
function failedValue(exception: unknown, call: FetcherCall): unknown {
  const value = handleException(exception, call);
  const { parentType, fieldName } = call.info;
  if (!isSemanticallyNonNull(parentType.getFields()[fieldName] ?? {}, levelOf(call.info))) return value;
  return value instanceof Promise ? value.then(() => refuseNull(call)) : refuseNull(call);
}

/**
 * Calls the request's exception handler, and throws the first of its errors.
 *
 * @returns `null` if there is no error; a promise if the handler is asynchronous
 */
export function handleException(exception: unknown, { request, info, environment }: FetcherCall): unknown {
  endIfExhausted(request, exception);
  countError(request); // counts before the handler is called, because many handlers may run concurrently
  const found = request.handleException(exception, () => environment(info));
  return found instanceof Promise ? found.then((errors) => failField(errors, request)) : failField(found, request);
}

/**
 * Throws the first error, which fails the field in graphql-js, and records the others; returns `null` without errors.
 */
export function failField(errors: readonly GraphQLError[], request: RequestContext): null {
  if (request instanceof ReferenceRequest) request.addErrors(errors.slice(1));
  if (errors.length > 0) throw errors[0];
  return null;
}
