import { type Database, where } from "@espalier/espalier/data";
import { ApplicationModuleListener } from "@espalier/espalier/modulith";
import type { SubscriptionBus } from "@espalier/espalier/subscriptions";
import { OrderLine, OrderPlaced } from "../../bookstore/orders/mod.ts";
import { Sale, sold } from "./sale.ts";

/** Publishes sales to subscribers. */
export class Sales {
  constructor(private readonly database: Database, private readonly bus: SubscriptionBus) {}

  /** Called after the commit of the order, and again until the broker has the sales, so that none is lost. */
  @ApplicationModuleListener(OrderPlaced, { id: "cluster.publish-sales", transaction: "none" })
  async publish({ orderId }: OrderPlaced): Promise<void> {
    const lines = await this.database.repository(OrderLine).findBy(where("orderId").is(orderId));
    for (const { bookId, quantity } of lines) {
      await this.bus.publish(sold, { bookId }, new Sale(orderId, bookId, quantity));
    }
  }
}
