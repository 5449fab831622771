import { GraphQLError } from "../../../deps.ts";
import { Authentication, type GraphQLContext } from "../../context/mod.ts";
import type { Logger } from "../../kernel/mod.ts";
import { AccessDeniedError, AuthenticationError, type ResponseMap } from "../execution/mod.ts";
import { ResponseStatusError } from "../interception/mod.ts";

/** The request of an operation that failed. */
export interface FailedRequest {
  /** Names the request in the log and in the masked message. */
  readonly id: string;
  /** Knows who made it; absent where it was not read that far. */
  readonly graphQlContext?: GraphQLContext | undefined;
}

/** What a client is told when an operation ended in an exception instead of a response. */
export interface FailedOperation {
  readonly status: number;
  readonly body: ResponseMap;
}

/**
 * Describes the exception that an interceptor or the service threw. Only one that was made for clients speaks to them.
 *
 * @param exception what was thrown
 * @param request the operation's
 * @param logger gets what clients don't
 */
export function failedOperation(exception: unknown, request: FailedRequest, logger: Logger): FailedOperation {
  const refusal = asResponseStatus(exception, request);
  if (refusal !== undefined) {
    const { status, message, classification } = refusal;
    return { status, body: { errors: [{ message, extensions: { classification } }] } };
  }
  logger.error(`Cannot answer operation ${request.id}`, { error: exception });
  const message = `INTERNAL_ERROR for ${request.id}`;
  return { status: 500, body: { errors: [{ message, extensions: { classification: "INTERNAL_ERROR" } }] } };
}

/**
 * Whether an exception was thrown to refuse a client, and is no failure of the service.
 *
 * @param exception what was thrown
 */
export function isForClients(exception: unknown): boolean {
  return asResponseStatus(exception, { id: "" }) !== undefined ||
    exception instanceof GraphQLError && exception.extensions.classification !== undefined;
}

// As where a data fetcher throws them: who is not known is asked to sign in first.
function asResponseStatus(exception: unknown, { graphQlContext }: FailedRequest): ResponseStatusError | undefined {
  if (exception instanceof ResponseStatusError) return exception;
  if (exception instanceof AuthenticationError) return new ResponseStatusError(401, "Unauthorized");
  if (!(exception instanceof AccessDeniedError)) return undefined;
  const authentication = graphQlContext?.get<Authentication>(Authentication);
  return authentication && !authentication.isAnonymous
    ? new ResponseStatusError(403, "Forbidden")
    : new ResponseStatusError(401, "Unauthorized");
}
