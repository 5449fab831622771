// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import type { ModelClasses } from "@espalier/espalier/graphql";
import { Author, Book } from "./catalog/mod.ts";
import { Bestseller, Order, OrderLine } from "./orders/mod.ts";
import { Shipment } from "./shipping/mod.ts";

/** The classes that stand for types of the schema, for `graphql({ models })`. */
export const models: ModelClasses = {
  Author: () => Author,
  Bestseller: () => Bestseller,
  Book: () => Book,
  Order: () => Order,
  OrderLine: () => OrderLine,
  Shipment: () => Shipment,
};
