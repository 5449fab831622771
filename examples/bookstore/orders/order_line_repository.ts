import { Limit, Order, repository, Sort, sum, where } from "@espalier/espalier/data";
import { Bestseller } from "./bestseller.ts";
import { OrderLine } from "./order_line.ts";

/** The lines of all orders. */
export class OrderLineRepository extends repository(OrderLine) {
  /** The lines of some orders. */
  ofOrders(orderIds: Iterable<string>): Promise<OrderLine[]> {
    return this.findBy(where("orderId").in(orderIds));
  }

  /** Returns the books with the most ordered copies, with one statement. */
  async bestsellers(limit: number): Promise<Bestseller[]> {
    const groups = await this.aggregate({ copies: sum("quantity") }, {
      groupBy: ["bookId"],
      sort: Sort.by(Order.desc("copies")),
      limit: Limit.of(limit),
    });
    return groups.map(({ bookId, copies }) => new Bestseller(bookId, copies ?? 0));
  }
}
