import type { Transactions } from "@espalier/espalier/data";
import type { ApplicationEvents } from "@espalier/espalier/modulith";
import type { Book, Books } from "../catalog/mod.ts";
import type { Inventory } from "../inventory/mod.ts";
import type { OrderLineInput, PlaceOrderInput } from "../schema.ts";
import { InvalidOrderError } from "./invalid_order_error.ts";
import { Order } from "./order.ts";
import { OrderLine } from "./order_line.ts";
import type { OrderLineRepository } from "./order_line_repository.ts";
import { OrderPlaced } from "./order_placed.ts";
import type { OrderRepository } from "./order_repository.ts";

/** The dependencies of {@linkcode OrderService}. */
export interface OrderServiceParts {
  readonly orders: OrderRepository;
  readonly lines: OrderLineRepository;
  readonly books: Books;
  readonly inventory: Inventory;
  readonly transactions: Transactions;
  readonly events: ApplicationEvents;
}

/** Places orders and updates their state. */
export class OrderService {
  constructor(private readonly parts: OrderServiceParts) {}

  /** Returns an order; `null` if it does not exist. */
  findById(id: string): Promise<Order | null> {
    return this.parts.orders.findById(id);
  }

  /**
   * Reserves the copies, stores the order and publishes it to the other modules, in one transaction.
   *
   * @throws InvalidOrderError if a line is invalid
   * @throws OutOfStockError if too few copies are available
   */
  async place(input: PlaceOrderInput): Promise<Order> {
    const { transactions, inventory, orders, lines, events } = this.parts;
    return await transactions.run(async () => {
      const books = await this.#booksOf(input.lines);
      for (const { bookId, quantity } of input.lines) await inventory.reserve(bookId, quantity);
      const { order, orderLines } = orderOf(input, books);
      const saved = await orders.save(order);
      await lines.saveAll(orderLines);
      await events.publish(new OrderPlaced(order.id));
      return saved;
    });
  }

  /** Marks an order as shipped. */
  async markShipped(id: string): Promise<void> {
    const order = await this.parts.orders.findById(id);
    if (order === null) throw new InvalidOrderError(`Cannot ship order "${id}" as there is no such order`);
    await this.parts.orders.save(new Order({ ...order, status: "SHIPPED" }), { original: order });
  }

  async #booksOf(lines: readonly OrderLineInput[]): Promise<ReadonlyMap<string, Book>> {
    if (lines.length === 0) throw new InvalidOrderError("Cannot place an order without lines");
    const books = new Map(
      (await this.parts.books.findAllById(lines.map(({ bookId }) => bookId))).map((b) => [b.id, b]),
    );
    for (const { bookId, quantity } of lines) {
      if (!books.has(bookId)) throw new InvalidOrderError(`Cannot order book "${bookId}" as there is no such book`);
      if (quantity >= 1 && quantity <= 100) continue;
      throw new InvalidOrderError(
        `Cannot order book "${bookId}" as the quantity must be between 1 and 100: current value is "${quantity}"`,
      );
    }
    return books;
  }
}

function orderOf({ customer, lines }: PlaceOrderInput, books: ReadonlyMap<string, Book>) {
  const id = crypto.randomUUID();
  const orderLines = lines.map(({ bookId, quantity }, index) => {
    return new OrderLine({ id: `${id}-${index + 1}`, orderId: id, bookId, quantity, price: books.get(bookId)!.price });
  });
  const total = orderLines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const order = new Order({ id, customer, placedAt: new Date(), total });
  return { order, orderLines };
}
