import type { Logger } from "../../kernel/mod.ts";
import type { ResponseMap } from "../execution/mod.ts";
import { ResponseStatusError } from "../interception/mod.ts";

/** What a client is told when an operation ended in an exception instead of a response. */
export interface FailedOperation {
  readonly status: number;
  readonly body: ResponseMap;
}

/**
 * Describes the exception that an interceptor or the service threw. Only one that was made for clients speaks to them.
 *
 * @param exception what was thrown
 * @param requestId names the request in the log and in the masked message
 * @param logger gets what clients don't
 */
export function failedOperation(exception: unknown, requestId: string, logger: Logger): FailedOperation {
  if (exception instanceof ResponseStatusError) {
    const { status, message, classification } = exception;
    return { status, body: { errors: [{ message, extensions: { classification } }] } };
  }
  logger.error(`Cannot answer operation ${requestId}`, { error: exception });
  const message = `INTERNAL_ERROR for ${requestId}`;
  return { status: 500, body: { errors: [{ message, extensions: { classification: "INTERNAL_ERROR" } }] } };
}
