import { entity, t } from "@espalier/espalier";
import { repository } from "@espalier/espalier/data";

/** Identified by an order and a product: both are references. */
export class OrderLine extends entity({
  order: t.ref(() => Order),
  product: t.ref(() => Product),
  quantity: t.mutable(t.int),
  note: t.mutable(t.nullable(t.string)),
}, { id: ["order", "product"] }) {}

export class Order
  extends entity({ id: t.int, customer: t.string, lines: t.list(t.ref<OrderLine>((): unknown => OrderLine)) }, {
    id: "id",
    references: { lines: { mappedBy: "order" } },
  }) {}

export class Product extends entity({ sku: t.string, name: t.string }, { id: "sku" }) {}

/** Identified by values of several types; counts its changes. */
export class Stock extends entity({
  warehouse: t.string,
  day: t.localDate,
  bin: t.uuid,
  version: t.version,
  amount: t.mutable(t.int),
  label: t.mutable(t.nullable(t.string)),
}, { id: ["warehouse", "day", "bin"] }) {}

/** Nothing but a key. */
export class Tagging extends entity({ item: t.int, tag: t.string }, { id: ["item", "tag"] }) {}

export class OrderLines extends repository(OrderLine, { findByOrderCustomer: "list" }) {}
export class Orders extends repository(Order) {}
export class Products extends repository(Product) {}
export class Stocks extends repository(Stock) {}
export class Taggings extends repository(Tagging) {}

export const bins: readonly [string, string] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
];

export function day(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}
