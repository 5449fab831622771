import { repository, where } from "@espalier/espalier/data";
import { Shipment } from "./shipment.ts";

/** The parcels of all orders. */
export class Shipments extends repository(Shipment) {
  /** The parcels of some orders. */
  ofOrders(orderIds: Iterable<string>): Promise<Shipment[]> {
    return this.findBy(where("orderId").in(orderIds));
  }
}
