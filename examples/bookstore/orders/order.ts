import { entity, t } from "@espalier/espalier";

/** Books that a customer has ordered. */
export class Order extends entity({
  id: t.id,
  customer: t.string,
  placedAt: t.date,
  /** The state of the order. */
  status: t.default(t.enum("PLACED", "SHIPPED"), "PLACED"),
  /** In euro cents. */
  total: t.int,
  version: t.version,
}, { id: "id", name: "Order", table: "orders" }) {}
