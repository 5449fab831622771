import type { ExportedCollection } from "../export/exported_collection.ts";
import type { PagingParameterNames } from "./pageable_resolver.ts";

/**
 * Refuses searches whose parameters are called like those that page, sort or project: one value would mean two things.
 *
 * @param collection the collection
 * @param names the names of the paging parameters
 * @param projection the name of the parameter for projections
 * @throws TypeError naming the search and the parameter
 */
export function checkSearchParameters(
  { searches, type, projections }: ExportedCollection,
  names: PagingParameterNames,
  projection: string,
): void {
  for (const { method, params, takes } of searches.values()) {
    const taken = [
      ...(takes === "pageable" ? [names.page, names.size] : []),
      ...(takes === "nothing" ? [] : [names.sort]),
      ...(projections.size === 0 ? [] : [projection]),
    ];
    const clash = taken.find((name) => params.has(name));
    if (clash === undefined) continue;
    throw new TypeError(
      `Cannot export search "${method}" of "${type.name}" as its parameter "${clash}" must not be called like one that ` +
        'pages, sorts or projects: name it otherwise, { parameters: ["…"] } for a query method, or leave the search ' +
        "out, { searches: { … : { exported: false } } }",
    );
  }
}
