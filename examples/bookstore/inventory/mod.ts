/**
 * How many copies there are, and their reservation.
 *
 * @module
 */

export { Inventory } from "./inventory.ts";
export { OutOfStockError } from "./out_of_stock_error.ts";
export { Stock } from "./stock.ts";
