import { repository, where } from "@espalier/espalier/data";
import { OrderLine } from "./order_line.ts";

/** The lines of all orders. */
export class OrderLineRepository extends repository(OrderLine) {
  /** The lines of some orders. */
  ofOrders(orderIds: Iterable<string>): Promise<OrderLine[]> {
    return this.findBy(where("orderId").in(orderIds));
  }
}
