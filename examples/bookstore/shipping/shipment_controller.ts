import type { Order } from "../orders/mod.ts";
import { BatchMapping } from "../schema.ts";
import type { Shipment } from "./shipment.ts";
import type { Shipments } from "./shipments.ts";

/** Adds parcels to orders. */
export class ShipmentController {
  constructor(private readonly shipments: Shipments) {}

  @BatchMapping("Order")
  async shipment(orders: readonly Order[]): Promise<(Shipment | null)[]> {
    const ids = orders.map(({ id }) => id);
    const byOrder = new Map((await this.shipments.ofOrders(ids)).map((shipment) => [shipment.orderId, shipment]));
    return ids.map((id) => byOrder.get(id) ?? null);
  }
}
