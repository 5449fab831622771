import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { SubscriptionError } from "./graphql_client_error.ts";

/**
 * Takes the answer of a query or mutation from a stream of results, and leaves the stream.
 *
 * @param results the stream; one that ends with errors is an answer of these errors
 * @param missing makes the error for a stream that ends without a result
 */
export async function firstResult(
  results: AsyncIterableIterator<GraphQlResponseBody>,
  missing: () => Error,
): Promise<GraphQlResponseBody> {
  try {
    const first = await results.next();
    if (!first.done) return first.value;
    throw missing();
  } catch (error) {
    if (error instanceof SubscriptionError) return { errors: error.errors };
    throw error;
  } finally {
    await results.return?.();
  }
}
