import type { OperationCallOutcome } from "../graphql/mod.ts";

/** An error of a response, as clients see it. */
type ShownError = NonNullable<OperationCallOutcome["body"]["errors"]>[number];

/** Statuses of errors by their classification; others are failures of the service. */
const statuses: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  ValidationError: 400,
  InvalidSyntax: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  // The operation exceeded its time limit.
  ExecutionAborted: 503,
};

/**
 * Finds the HTTP status of a response with errors: that of the error that is most useful to the client.
 *
 * @param outcome the response
 * @returns the status; `undefined` without errors
 */
export function failureStatus({ status, body: { errors = [] } }: OperationCallOutcome): number | undefined {
  if (status !== undefined) return status;
  if (errors.length === 0) return undefined;
  const found = errors.map((error) => statuses[classificationOf(error)] ?? 500);
  // A server error takes precedence, so that it does not look like a client error.
  return found.find((each) => each === 500) ?? found[0];
}

/**
 * Reads the classification of an error.
 *
 * @param error of a response
 */
export function classificationOf({ extensions }: ShownError): string {
  const classification = (extensions as { readonly classification?: unknown } | undefined)?.classification;
  return typeof classification === "string" ? classification : "";
}
