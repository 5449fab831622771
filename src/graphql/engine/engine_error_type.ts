import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from "../../../deps.ts";
import { isLazyError, lazyError } from "../wiring/mod.ts";

/** The classifications of errors that the engine itself reports. */
export type EngineErrorType =
  | "InvalidSyntax"
  | "ValidationError"
  | "DataFetchingException"
  | "NullValueInNonNullableField"
  | "OperationNotSupported"
  | "ExecutionAborted";

/**
 * Gives an error a classification, unless it has one.
 *
 * @param error any error of the engine
 * @param classification what to write to `extensions.classification`
 * @returns the same error if it has a classification already or was created by the engine, otherwise a copy
 */
export function withClassification(error: GraphQLError, classification: EngineErrorType): GraphQLError {
  const extensions = readableExtensions(error);
  if (extensions.classification !== undefined) return error;
  // The engine created this error, so that no other code refers to it.
  if (isLazyError(error)) return Object.assign(error, { extensions: { ...extensions, classification } });
  return lazyError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    originalError: error.originalError,
    extensions: { ...extensions, classification },
  });
}

/** Copies an exception's extensions, which may be an object that throws when it is read. */
function readableExtensions(error: GraphQLError): Readonly<Record<string, unknown>> {
  try {
    return { ...error.extensions };
  } catch {
    return {};
  }
}

/**
 * Gives an error of a field the classification of its cause, unless it has one.
 *
 * @param error an error of an execution; without a path it belongs to the request and is returned unchanged
 */
export function classified(error: GraphQLError): GraphQLError {
  if (error.path === undefined) return isLocatedException(error.originalError) ? marked(error) : error;
  if (!(error instanceof GraphQLError)) return classified(adopted(error));
  if (readableExtensions(error).classification !== undefined) return error;
  const { originalError } = error;
  const message = String(error.message); // graphql-js copies the message of an exception, which may have none
  if (originalError instanceof GraphQLError || originalError === undefined) {
    return withClassification(error, "DataFetchingException");
  }
  if (saysNull(message)) {
    return withClassification(error, "NullValueInNonNullableField");
  }
  // graphql-js's message for a scalar that returns undefined; any other error is an exception of the service's code.
  const located = withClassification(error, "DataFetchingException");
  return message.startsWith("Expected `") ? located : marked(located);
}

const nullMessage = "Cannot return null for non-nullable field ";

/** The message of graphql-js's experimental semantic nullability. */
const semanticNullMessage = "Cannot return null for semantic-non-nullable field ";

function saysNull(message: string): boolean {
  return message.startsWith(nullMessage) || message.startsWith(semanticNullMessage);
}

/**
 * Returns the message for a non-null field that is null.
 *
 * @param coordinates the field: `Book.title`
 * @param isNonNull whether its type says so; otherwise `@semanticNonNull` does
 */
export function nullErrorMessage(coordinates: string, isNonNull: boolean): string {
  return `${isNonNull ? nullMessage : semanticNullMessage}${coordinates}.`;
}

/**
 * Creates the error of a non-null field that is null.
 *
 * @param info the field
 * @param isNonNull whether its type says so; otherwise `@semanticNonNull` does
 */
export function nullError(
  { parentType, fieldName, fieldNodes, path }: GraphQLResolveInfo,
  isNonNull: boolean,
): GraphQLError {
  return lazyError(nullErrorMessage(`${parentType}.${fieldName}`, isNonNull), {
    nodes: fieldNodes,
    path: responsePathAsArray(path),
    extensions: { classification: "NullValueInNonNullableField" },
  });
}

/**
 * Whether an error reports that a non-null field is null.
 *
 * @param error a classified error of an execution
 */
export function isNullError(error: GraphQLError): boolean {
  return error.extensions.classification === "NullValueInNonNullableField" && saysNull(error.message);
}

function marked(error: GraphQLError): GraphQLError {
  return Object.assign(error, { [serviceFailure]: true });
}

/** Wraps errors with a path: graphql-js propagates such an error unchanged up to the root. */
function isLocatedException(error: object | undefined): boolean {
  return error !== undefined && !(error instanceof GraphQLError) && Array.isArray((error as { path?: unknown }).path);
}

function adopted(exception: Pick<GraphQLError, "name" | "message" | "path">): GraphQLError {
  return new GraphQLError(exception.message, { path: exception.path, originalError: exception });
}

const serviceFailure: unique symbol = Symbol("espalier.serviceFailure");

/**
 * Whether an error is an exception of a scalar or a type resolver that is not intended for clients.
 *
 * @param error an error of an execution
 */
export function isServiceFailure(error: GraphQLError): boolean {
  return serviceFailure in error;
}

/** The result of an execution that was cancelled. */
export function abortedResult(): { readonly errors: readonly GraphQLError[] } {
  const error = new GraphQLError("Execution has been asked to be cancelled");
  return { errors: [withClassification(error, "ExecutionAborted")] };
}
