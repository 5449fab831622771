import type { Order } from "../../data/mod.ts";

/** An order by the entity's properties, or the reason why it is dropped. */
export type TranslatedOrder = { readonly order: Order } | { readonly reason: string };

/** Maps the property names that clients use to the entity's property paths. */
export interface SortTranslator {
  /**
   * Translates one order.
   *
   * @param order an order as the client wrote it
   */
  translate(order: Order): TranslatedOrder;
}
