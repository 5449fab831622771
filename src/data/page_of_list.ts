import type { Order } from "./order.ts";
import { Page } from "./page.ts";
import type { Pageable } from "./pageable.ts";
import { compareValues } from "./compare_values.ts";

/**
 * Creates a page of items that are all in memory: sorts them as a store does, nulls as the largest values, and cuts.
 *
 * @param items all items, in the order that decides between equals
 * @param pageable which page, and how it is sorted
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { pageOfList, PageRequest, Sort } from "@espalier/espalier/data";
 *
 * const cities = [{ name: "Oslo" }, { name: "Bergen" }, { name: "Bodø" }];
 * const page = pageOfList(cities, PageRequest.of(0, 2, Sort.by("name")));
 * assertEquals([page.content, page.totalElements], [[{ name: "Bergen" }, { name: "Bodø" }], 3]);
 * ```
 */
export function pageOfList<T extends object>(items: readonly T[], pageable: Pageable): Page<T> {
  const { orders } = pageable.sort;
  const sorted = orders.length === 0 ? items : items.toSorted((a, b) => compareBy(orders, a, b));
  const content = pageable.isPaged ? sorted.slice(pageable.offset, pageable.offset + pageable.pageSize) : sorted;
  return new Page(content, pageable, items.length);
}

function compareBy(orders: readonly Order[], a: object, b: object): number {
  for (const order of orders) {
    const difference = compareOrder(order, valueAt(a, order), valueAt(b, order));
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareOrder({ isDescending, nullHandling }: Order, a: unknown, b: unknown): number {
  if (a !== null && b !== null) return isDescending ? compareValues(b, a) : compareValues(a, b);
  if (a === b) return 0;
  const nullsFirst = nullHandling === "NULLS_FIRST" || (nullHandling === "NATIVE" && isDescending);
  return (a === null) === nullsFirst ? -1 : 1;
}

function valueAt(item: object, { property, ignoreCase }: Order): unknown {
  let value: unknown = item;
  // Described properties are read by name.
  for (const name of property.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (value === undefined) return null;
  return ignoreCase && typeof value === "string" ? value.toLowerCase() : value;
}
