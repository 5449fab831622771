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
  // Its time was over.
  ExecutionAborted: 503,
};

/**
 * Finds the HTTP status of a response with errors: that of the error which says most about what the client can do.
 *
 * @param outcome the response
 * @returns `undefined` where it has no errors
 */
export function failureStatus({ status, body: { errors = [] } }: OperationCallOutcome): number | undefined {
  if (status !== undefined) return status;
  if (errors.length === 0) return undefined;
  const found = errors.map((error) => statuses[classificationOf(error)] ?? 500);
  // A failure of the service must not look like one of the client.
  return found.find((each) => each === 500) ?? found[0];
}

/**
 * Reads how an error is classified.
 *
 * @param error of a response
 */
export function classificationOf({ extensions }: ShownError): string {
  const classification = (extensions as { readonly classification?: unknown } | undefined)?.classification;
  return typeof classification === "string" ? classification : "";
}
