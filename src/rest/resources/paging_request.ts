import { type HttpExchange, problem } from "../../http/mod.ts";
import { shortened } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { maxRejected, type RejectedParameter, type ResolvedPageable } from "../query/pageable_resolver.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import type { RestContext } from "./rest_context.ts";

/** A request for a page: its query, and the paging parameters. */
export interface PagingRequest extends ResolvedPageable {
  readonly query: QueryParameters;
}

/**
 * Reads the paging parameters of a request. Invalid ones are dropped and logged, or rejected in strict mode.
 *
 * @param context configuration
 * @param exchange the request
 * @param collection the collection whose items are sorted
 * @returns the paging request, or the response that rejects it
 */
export function pagingRequest(
  context: RestContext,
  exchange: HttpExchange,
  collection: ExportedCollection,
): PagingRequest | Response {
  const query = new QueryParameters(exchange.search);
  const resolved = context.pageables.resolve(query, context.sortTranslator(collection));
  if (resolved.rejected.length === 0) return { query, ...resolved };
  if (context.rest.strict) return refusedParameters(resolved.rejected);
  if (context.logger.isEnabled("DEBUG")) {
    for (const { parameter, value, message } of resolved.rejected) {
      const path = shortened(exchange.path);
      context.logger.debug(`Dropping "${value}" of parameter "${parameter}" as it ${message}`, { path });
    }
  }
  return { query, ...resolved };
}

/**
 * Rejects a request because of its parameters.
 *
 * @param rejected the parameters, at least one
 */
export function refusedParameters(rejected: readonly RejectedParameter[]): Response {
  const { parameter, value, message } = rejected[0]!;
  return problem({
    status: 400,
    detail: `Cannot read parameter "${parameter}" as it ${message}: current value is "${value}"`,
    extensions: { errors: rejected.slice(0, maxRejected) },
  });
}
