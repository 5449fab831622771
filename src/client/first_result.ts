import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { GraphQlTransportError, SubscriptionError } from "./graphql_client_error.ts";
import { isContinued, joined, learnPaths, type PartPaths } from "./joined_parts.ts";

/**
 * Reads the response of a query or mutation from a stream of results, merges incremental results, and ends the stream.
 *
 * @param results the stream; if it ends with errors, they are the response
 * @param request the request of the response
 * @param missing the reason for the message if the stream ends without a result
 * @throws GraphQlTransportError if there is no response, or its parts are inconsistent
 */
export async function firstResult(
  results: AsyncIterableIterator<GraphQlResponseBody>,
  request: ClientGraphQlRequest,
  missing: string,
): Promise<GraphQlResponseBody> {
  try {
    const first = await results.next();
    if (first.done) throw new GraphQlTransportError(`Cannot read the answer as ${missing}`, request);
    if (!isContinued(first.value)) return first.value;
    return await joinedResult(first.value, results, request);
  } catch (error) {
    if (error instanceof SubscriptionError) return { errors: error.errors };
    throw error;
  } finally {
    await results.return?.();
  }
}

async function joinedResult(
  first: GraphQlResponseBody,
  parts: AsyncIterableIterator<GraphQlResponseBody>,
  request: ClientGraphQlRequest,
): Promise<GraphQlResponseBody> {
  const paths: PartPaths = new Map();
  const fitting = <R>(join: () => R): R => {
    try {
      return join();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new GraphQlTransportError(`Cannot join the parts of the answer: ${reason}`, request, { cause });
    }
  };
  fitting(() => learnPaths(first, paths));
  let body = first;
  for await (const part of parts) {
    body = fitting(() => joined(body, part, paths));
    if (!isContinued(part)) break;
  }
  return body;
}
