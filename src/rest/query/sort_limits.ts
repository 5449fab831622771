import type { TranslatedOrder } from "./sort_translator.ts";

/** How many orders of a request are sorted by: databases bound the terms of a sort. */
const maxOrders = 16;

/** How many objects the paths of a request lead through: databases bound the tables of a join. */
const maxObjects = 32;

/** Counts the orders of a request, to limit the cost of its query. */
export class SortLimits {
  #orders = 0;
  readonly #objects = new Set<string>();

  /**
   * Takes one more order, unless it is too much.
   *
   * @param translated an order by the entity's properties, or the reason why it is dropped
   * @returns the same, or why the order is too much
   */
  take(translated: TranslatedOrder): TranslatedOrder {
    if ("reason" in translated) return translated;
    if (this.#orders === maxOrders) return { reason: `must be one of the first ${maxOrders} orders` };
    const more = objectsOf(translated.order.property).filter((path) => !this.#objects.has(path));
    if (this.#objects.size + more.length > maxObjects) {
      return { reason: `must lead through ${maxObjects} objects at most, together with the orders before it` };
    }
    for (const path of more) this.#objects.add(path);
    this.#orders++;
    return translated;
  }
}

/** Returns the paths of a property's parents: `a` and `a.b` for `a.b.c`. */
function objectsOf(property: string): string[] {
  const names = property.split(".");
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join("."));
}
