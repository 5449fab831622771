import { describeType, t } from "@espalier/espalier";
import { type Topic, topic } from "@espalier/espalier/subscriptions";

/** Copies of one book in one order. */
export class Sale {
  constructor(readonly orderId: string, readonly bookId: string, readonly quantity: number) {}
}
describeType(Sale, { orderId: t.id, bookId: t.id, quantity: t.int });

/** Delivers sales to the subscribers of all replicas; the broker filters by book. */
export const sold: Topic<"sold.{bookId}", Sale> = topic("sold.{bookId}", Sale);
