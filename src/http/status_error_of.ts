import { AccessDeniedError, AuditUnavailableError, type Authentication, AuthenticationError } from "../context/mod.ts";
import { problem } from "./problem.ts";
import { ResponseStatusError } from "./response_status_error.ts";

/**
 * Converts an exception to the status error that rejects a request: an unauthenticated caller receives 401 instead of
 * 403.
 *
 * @param exception the thrown value
 * @param authentication the authentication of the caller, if known
 * @returns the refusal, or `undefined` when the exception is a failure of the service
 */
export function statusErrorOf(exception: unknown, authentication?: Authentication): ResponseStatusError | undefined {
  if (exception instanceof ResponseStatusError) return exception;
  if (exception instanceof AuthenticationError) return unauthorized(exception.challenge);
  if (exception instanceof AuditUnavailableError) {
    return new ResponseStatusError(503, exception.message, { headers: { "retry-after": "5" }, cause: exception });
  }
  if (!(exception instanceof AccessDeniedError)) return undefined;
  if (authentication === undefined || authentication.isAnonymous) return unauthorized();
  const { scopes } = exception;
  const challenge = scopes.length === 0 ? {} : { headers: { "www-authenticate": insufficientScope(scopes) } };
  return new ResponseStatusError(403, "Forbidden", challenge);
}

function unauthorized(challenge?: string): ResponseStatusError {
  const options = challenge === undefined ? {} : { headers: { "www-authenticate": challenge } };
  return new ResponseStatusError(401, "Unauthorized", options);
}

function insufficientScope(scopes: readonly string[]): string {
  return `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`;
}

/**
 * Creates the problem document for an exception that rejects a request.
 *
 * @param exception the thrown value
 * @param authentication the authentication of the caller, if known
 * @returns the response, or `undefined` when the exception is a failure of the service
 */
export function refusalProblem(exception: unknown, authentication?: Authentication): Response | undefined {
  const refusal = statusErrorOf(exception, authentication);
  if (refusal === undefined) return undefined;
  const { status, message, headers } = refusal;
  return problem({ status, detail: message, headers });
}
