import { entity, t } from "@espalier/espalier";

/** Copies of one book in an order. */
export class OrderLine extends entity({
  id: t.id,
  orderId: t.id,
  bookId: t.id,
  quantity: t.int,
  /** The price of one copy when it was ordered, in euro cents. */
  price: t.int,
}, { id: "id", name: "OrderLine", table: "order_lines" }) {}
