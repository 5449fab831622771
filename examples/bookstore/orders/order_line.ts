import { describeType, t } from "@espalier/espalier";

/** Copies of one book in an order. */
export class OrderLine {
  readonly id!: string;
  readonly orderId!: string;
  readonly bookId!: string;
  readonly quantity!: number;
  /** Of one copy when it was ordered, in euro cents. */
  readonly price!: number;

  constructor(fields: OrderLine) {
    Object.assign(this, fields);
  }
}

describeType(OrderLine, { id: t.id, orderId: t.id, bookId: t.id, quantity: t.int, price: t.int }, {
  id: "id",
  table: "order_lines",
});
