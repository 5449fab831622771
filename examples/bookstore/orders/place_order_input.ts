import { describeType, t } from "@espalier/espalier";

/** One wish of a customer. */
export class OrderLineInput {
  readonly bookId!: string;
  readonly quantity!: number;
}

/** What a customer wants. */
export class PlaceOrderInput {
  readonly customer!: string;
  readonly lines!: readonly OrderLineInput[];
}

describeType(OrderLineInput, { bookId: t.id, quantity: t.int });
describeType(PlaceOrderInput, { customer: t.string, lines: t.list(t.object(() => OrderLineInput)) });
