import type { TranslatedOrder } from "./sort_translator.ts";

/** How many orders of a request are sorted by: databases bound the terms of a sort. */
const maxOrders = 16;

/** How many objects the paths of a request lead through: databases bound the tables of a join. */
const maxObjects = 32;

/** Counts the orders of one request, so that no query asks more of a database than it does. */
export class SortLimits {
  #orders = 0;
  readonly #objects = new Set<string>();

  /**
   * Takes one more order, unless it is too much.
   *
   * @param translated an order in the entity's own properties, or why it is dropped
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

/** The paths of the objects that lead to a property: `a.b.c` gives `a` and `a.b`. */
function objectsOf(property: string): string[] {
  const names = property.split(".");
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join("."));
}
