import type { ExportedCollection } from "../export/exported_collection.ts";
import type { EspalierProperties } from "../../kernel/mod.ts";
import type { CursorParameterNames } from "../query/cursor_request.ts";
import type { PageableResolver } from "../query/pageable_resolver.ts";

/** The names of query parameters, as they are configured. */
interface ParameterNames {
  readonly pageables: PageableResolver;
  readonly cursorNames: CursorParameterNames;
  readonly rest: EspalierProperties["rest"];
}

/**
 * Returns the query variables of a collection, in the order of its template.
 *
 * @param context configuration
 * @param collection the collection
 */
export function collectionVariables(context: ParameterNames, collection: ExportedCollection): string[] {
  const { page, size, sort } = context.pageables.names;
  const paging = collection.isPaged ? [page, size, `${sort}*`] : [];
  const projection = collection.projections.size === 0 ? [] : [context.rest.projectionParameter];
  return [...paging, ...projection, ...filterVariables(collection)];
}

/** The query variables of a collection's filters. */
export function filterVariables({ filters }: ExportedCollection): string[] {
  return [...filters.values()].map(({ parameter, operator }) => operator === "in" ? `${parameter}*` : parameter);
}

/**
 * Returns the names of the query parameters of a collection apart from its filters.
 *
 * @param context configuration
 * @param collection the collection
 */
export function collectionParameters(context: ParameterNames, { isPagedByKeys }: ExportedCollection): string[] {
  const { pageables, cursorNames, rest } = context;
  const cursors = isPagedByKeys ? Object.values(cursorNames) : [];
  return [...Object.values(pageables.names), rest.projectionParameter, ...cursors];
}

/**
 * Refuses filters whose parameters are called like others of the collection.
 *
 * @param context configuration
 * @param collection the collection
 * @throws TypeError naming the parameter
 */
export function checkFilterParameters(context: ParameterNames, collection: ExportedCollection): void {
  const clash = collectionParameters(context, collection).find((name) => collection.filters.has(name));
  if (clash === undefined) return;
  throw new TypeError(
    `Cannot filter "${collection.type.name}" by "${clash}" as this parameter pages, sorts or projects: give the property ` +
      "another name, or configure that of the parameter",
  );
}
