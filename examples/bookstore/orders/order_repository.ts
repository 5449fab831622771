import { type Database, EntityRepository } from "@espalier/espalier/data";
import { Order } from "./order.ts";

/** The orders of all customers. */
export class OrderRepository extends EntityRepository<Order, string> {
  constructor(database: Database) {
    super(database, Order);
  }
}
