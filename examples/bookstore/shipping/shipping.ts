import { ApplicationModuleListener } from "@espalier/espalier/modulith";
import { OrderPlaced, type OrderService } from "../orders/mod.ts";
import { Shipment } from "./shipment.ts";
import type { Shipments } from "./shipments.ts";

/** Hands placed orders over to the carrier. */
export class Shipping {
  constructor(private readonly shipments: Shipments, private readonly orders: OrderService) {}

  /** Called after the commit of the order, and again if the process ended before it was done. */
  @ApplicationModuleListener(OrderPlaced, { id: "shipping.ship-placed-orders" })
  async ship({ orderId }: OrderPlaced): Promise<void> {
    const [known] = await this.shipments.ofOrders([orderId]);
    if (known) return;
    const trackingNumber = `ESP${orderId.slice(0, 8).toUpperCase()}`;
    await this.shipments.save(
      new Shipment({ id: crypto.randomUUID(), orderId, trackingNumber, shippedAt: new Date() }),
    );
    await this.orders.markShipped(orderId);
  }
}
