/**
 * Orders of customers.
 *
 * @module
 */

export { Bestseller } from "./bestseller.ts";
export { DateTime } from "./date_time.ts";
export { Order } from "./order.ts";
export { OrderLine } from "./order_line.ts";
export { OrderPlaced } from "./order_placed.ts";
export { OrderService } from "./order_service.ts";
