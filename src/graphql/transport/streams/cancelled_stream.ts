import { GraphQLError } from "../../../../deps.ts";
import { SubscriptionPublisherException } from "../../execution/mod.ts";
import { ResponseStatusError } from "../../interception/mod.ts";

/**
 * Describes the end of a stream whose operation was cancelled by code of the service, such as an interceptor.
 *
 * @param reason the reason of the cancellation; the client receives only the message of a {@linkcode
 *   ResponseStatusError}
 */
export function cancelledStream(reason: unknown): SubscriptionPublisherException {
  const { message, classification } = reason instanceof ResponseStatusError
    ? reason
    : { message: "Execution has been asked to be cancelled", classification: "ExecutionAborted" };
  return new SubscriptionPublisherException([new GraphQLError(message, { extensions: { classification } })], reason);
}
