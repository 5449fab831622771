/**
 * Parcels on their way to customers.
 *
 * @module
 */

export { Shipment } from "./shipment.ts";
export { Shipping } from "./shipping.ts";
