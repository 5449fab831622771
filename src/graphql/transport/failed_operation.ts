import { GraphQLError } from "../../../deps.ts";
import { Authentication, type GraphQLContext } from "../../context/mod.ts";
import type { Logger } from "../../kernel/mod.ts";
import { type ResponseStatusError, statusErrorOf } from "../../http/mod.ts";
import type { ResponseMap } from "../execution/mod.ts";

/** The request of an operation that failed. */
export interface FailedRequest {
  /** Names the request in the log and in the masked message. */
  readonly id: string;
  /** The request's context, with its authentication; absent if the request could not be read. */
  readonly graphQlContext?: GraphQLContext | undefined;
}

/** The response to a client whose operation ended with an exception. */
export interface FailedOperation {
  readonly status: number;
  readonly body: ResponseMap;
  /** Response headers, such as `WWW-Authenticate` and `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Describes the exception that an interceptor or the service threw. Only the message of an error intended for clients
 * is sent.
 *
 * @param exception the thrown value
 * @param request the operation's request
 * @param logger receives the details that clients don't
 */
export function failedOperation(exception: unknown, request: FailedRequest, logger: Logger): FailedOperation {
  const refusal = asResponseStatus(exception, request);
  if (refusal !== undefined) {
    const { status, message, classification, headers } = refusal;
    return { status, headers, body: { errors: [{ message, extensions: { classification } }] } };
  }
  logger.error(`Cannot answer operation ${request.id}`, { error: exception });
  const message = `INTERNAL_ERROR for ${request.id}`;
  return { status: 500, body: { errors: [{ message, extensions: { classification: "INTERNAL_ERROR" } }] } };
}

/**
 * Whether an exception rejects a client, as opposed to a failure of the service.
 *
 * @param exception what was thrown
 */
export function isForClients(exception: unknown): boolean {
  return asResponseStatus(exception, { id: "" }) !== undefined ||
    exception instanceof GraphQLError && exception.extensions.classification !== undefined;
}

function asResponseStatus(exception: unknown, { graphQlContext }: FailedRequest): ResponseStatusError | undefined {
  return statusErrorOf(exception, graphQlContext?.get<Authentication>(Authentication));
}
