import { type Database, EntityRepository, where } from "@espalier/espalier/data";
import { Shipment } from "./shipment.ts";

/** The parcels of all orders. */
export class Shipments extends EntityRepository<Shipment, string> {
  constructor(database: Database) {
    super(database, Shipment);
  }

  /** The parcels of some orders. */
  ofOrders(orderIds: Iterable<string>): Promise<Shipment[]> {
    return this.findBy(where("orderId").in(orderIds));
  }
}
