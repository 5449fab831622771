import type { ErrorClassification } from "./error_classification.ts";

/** The categories of errors that a service reports. */
export type ErrorTypeName =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "UNAVAILABLE"
  | "INTERNAL_ERROR";

/** One of the common categories of errors. */
export interface ErrorType extends ErrorClassification {
  /** The name of the category, as clients see it in `extensions.classification`. */
  readonly name: ErrorTypeName;
}

function errorType(name: ErrorTypeName): ErrorType {
  return { name, toSpecification: () => name };
}

/** The common categories of errors. */
export const ErrorType: { readonly [N in ErrorTypeName]: ErrorType } = {
  /** The client's input is invalid. */
  BAD_REQUEST: errorType("BAD_REQUEST"),
  /** The client has to authenticate. */
  UNAUTHORIZED: errorType("UNAUTHORIZED"),
  /** The client may not do this. */
  FORBIDDEN: errorType("FORBIDDEN"),
  /** The requested resource does not exist. */
  NOT_FOUND: errorType("NOT_FOUND"),
  /** The same data was changed concurrently: the request may succeed when it is sent again. */
  CONFLICT: errorType("CONFLICT"),
  /** The service is temporarily unavailable, for example because its database can't be reached. */
  UNAVAILABLE: errorType("UNAVAILABLE"),
  /** The service failed. */
  INTERNAL_ERROR: errorType("INTERNAL_ERROR"),
};
