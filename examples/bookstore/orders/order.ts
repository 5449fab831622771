import { describeType, t } from "@espalier/espalier";

/** The states that an order goes through. */
export const orderStates = ["PLACED", "SHIPPED"] as const;

/** Where an order is. */
export type OrderStatus = typeof orderStates[number];

/** Books that a customer has ordered. */
export class Order {
  readonly id!: string;
  readonly customer!: string;
  readonly placedAt!: Date;
  readonly status!: OrderStatus;
  /** In euro cents. */
  readonly total!: number;
  readonly version!: number;

  constructor(fields: Order) {
    Object.assign(this, fields);
  }
}

describeType(Order, {
  id: t.id,
  customer: t.string,
  placedAt: t.date,
  status: t.enum(...orderStates),
  total: t.int,
  version: t.int,
}, { id: "id", version: "version", table: "orders" });
