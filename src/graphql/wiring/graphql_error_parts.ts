import { GraphQLError, responsePathAsArray } from "../../../deps.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { ErrorClassification } from "./error_classification.ts";
import { lazyError } from "./lazy_error.ts";

/** The parts of a GraphQL error. */
export interface GraphQlErrorParts {
  /** The message, which clients see. */
  readonly message: string;
  /** The category of the error. */
  readonly errorType?: ErrorClassification;
  /** Path in the response; by default the path of the field. */
  readonly path?: readonly (string | number)[];
  /** Further entries of `extensions`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** An error as handlers and resolvers may return it. */
export type GraphQlErrorLike = GraphQLError | GraphQlErrorParts;

/**
 * Creates a GraphQL error from its parts.
 *
 * @param parts message, category and the like; a `GraphQLError` is completed with the location and path it lacks
 * @param environment the field at which the error is located; absent for errors of a request or a stream
 *
 * @example
 * ```ts
 * import { ErrorType, toGraphQLError } from "@espalier/espalier/graphql";
 *
 * const error = toGraphQLError({ message: "There is no such book", errorType: ErrorType.NOT_FOUND });
 * console.log(error.extensions.classification); // "NOT_FOUND"
 * ```
 */
export function toGraphQLError(parts: GraphQlErrorLike, environment?: DataFetchingEnvironment): GraphQLError {
  const given = parts instanceof GraphQLError ? parts : undefined;
  const isLocated = given?.nodes !== undefined || given?.positions !== undefined;
  const extensions: Record<string, unknown> = { ...parts.extensions };
  const error = lazyError(parts.message, {
    nodes: isLocated ? given?.nodes : environment?.info.fieldNodes,
    source: given?.source,
    positions: given?.nodes ? undefined : given?.positions,
    path: parts.path ?? (environment && responsePathAsArray(environment.info.path)),
    originalError: given?.originalError,
    extensions,
  });
  const errorType = given ? undefined : (parts as GraphQlErrorParts).errorType;
  (error.extensions as Record<string, unknown>).classification ??= errorType?.toSpecification(error) ??
    "DataFetchingException";
  return error;
}
