import { AccessDeniedError, AuditUnavailableError, type Authentication, AuthenticationError } from "../context/mod.ts";
import { problem } from "./problem.ts";
import { ResponseStatusError } from "./response_status_error.ts";

/**
 * Takes an exception for the refusal of a request: who is not known is asked to sign in first.
 *
 * @param exception what was thrown
 * @param authentication who makes the request, where that is known
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
 * Responds to the exception that refuses a request with a problem document.
 *
 * @param exception what was thrown
 * @param authentication who makes the request, where that is known
 * @returns the response, or `undefined` when the exception is a failure of the service
 */
export function refusalProblem(exception: unknown, authentication?: Authentication): Response | undefined {
  const refusal = statusErrorOf(exception, authentication);
  if (refusal === undefined) return undefined;
  const { status, message, headers } = refusal;
  return problem({ status, detail: message, headers });
}
