import { Order, type Sort } from "../../data/mod.ts";
import { percentDecoded } from "../../kernel/mod.ts";

/**
 * Reads one value of the `sort` parameter: properties, then optionally `asc` or `desc`, then optionally `ignorecase`,
 * separated by commas and in any case. Nothing is an error: what names no property gives no order.
 *
 * @param value for example `"title,desc"`, `"author.name,title,asc,ignorecase"`
 * @returns an order for each property, as the client wrote it
 *
 * @example
 * ```ts
 * import { parseSortParameter } from "@espalier/espalier/rest";
 *
 * const [order] = parseSortParameter("title,desc");
 * console.log(order?.property, order?.direction); // title desc
 * ```
 */
export function parseSortParameter(value: string): Order[] {
  // A percent sign that begins no escape is meant as it stands.
  const pieces = (percentDecoded(value) ?? value).split(",").filter((piece) => /[^\s.]/.test(piece));
  const ignoreCase = pieces.at(-1)?.toLowerCase() === "ignorecase";
  if (ignoreCase) pieces.pop();
  const direction = directionOf(pieces.at(-1));
  if (direction !== undefined) pieces.pop();
  return pieces.map((property) => new Order(property, { direction: direction ?? "ASC", ignoreCase }));
}

/**
 * Writes a sort as values of the `sort` parameter: neighbours of the same direction share one.
 *
 * @param sort the sort
 * @returns for example `["firstname,lastname,desc"]`
 *
 * @example
 * ```ts
 * import { Sort } from "@espalier/espalier/data";
 * import { formatSortParameters } from "@espalier/espalier/rest";
 *
 * console.log(formatSortParameters(Sort.by("firstname", "lastname").descending())); // ["firstname,lastname,desc"]
 * ```
 */
export function formatSortParameters(sort: Sort): string[] {
  const groups: Order[][] = [];
  for (const order of sort) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (first && first.direction === order.direction && first.ignoreCase === order.ignoreCase) last.push(order);
    else groups.push([order]);
  }
  return groups.map((orders) => {
    const { direction, ignoreCase } = orders[0]!;
    const properties = orders.map(({ property }) => property).join(",");
    return `${properties},${direction.toLowerCase()}${ignoreCase ? ",ignorecase" : ""}`;
  });
}

function directionOf(piece: string | undefined): "ASC" | "DESC" | undefined {
  const word = piece?.toUpperCase();
  return word === "ASC" || word === "DESC" ? word : undefined;
}
