import { ErrorType, GraphQlExceptionHandler } from "@espalier/espalier";
import type { Book, Books } from "../catalog/mod.ts";
import { OutOfStockError } from "../inventory/mod.ts";
import { BatchMapping, MutationMapping, type PlaceOrderInput, QueryMapping } from "../schema.ts";
import { InvalidOrderError } from "./invalid_order_error.ts";
import type { Order } from "./order.ts";
import type { OrderLine } from "./order_line.ts";
import type { OrderLineRepository } from "./order_line_repository.ts";
import type { OrderService } from "./order_service.ts";

/** Serves the fields of orders, and places orders. */
export class OrderController {
  readonly #orders: OrderService;
  readonly #lines: OrderLineRepository;
  readonly #books: Books;

  constructor(orders: OrderService, lines: OrderLineRepository, books: Books) {
    this.#orders = orders;
    this.#lines = lines;
    this.#books = books;
  }

  @QueryMapping("id")
  order(id: string): Promise<Order | null> {
    return this.#orders.findById(id);
  }

  @MutationMapping("input")
  placeOrder(input: PlaceOrderInput): Promise<Order> {
    return this.#orders.place(input);
  }

  @BatchMapping("Order")
  async lines(orders: readonly Order[]): Promise<OrderLine[][]> {
    const ids = orders.map(({ id }) => id);
    const byOrder = Map.groupBy(await this.#lines.ofOrders(ids), ({ orderId }) => orderId);
    return ids.map((id) => byOrder.get(id) ?? []);
  }

  @BatchMapping("OrderLine")
  async book(lines: readonly OrderLine[]): Promise<Book[]> {
    const books = await this.#books.findAllById(new Set(lines.map(({ bookId }) => bookId)));
    const byId = new Map(books.map((book) => [book.id, book]));
    return lines.map(({ bookId }) => byId.get(bookId)!);
  }

  @GraphQlExceptionHandler(InvalidOrderError, OutOfStockError)
  refused(error: InvalidOrderError | OutOfStockError) {
    return { message: error.message, errorType: ErrorType.BAD_REQUEST };
  }
}
