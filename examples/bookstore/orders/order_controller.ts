import {
  BatchMapping,
  ErrorType,
  GraphQlExceptionHandler,
  MutationMapping,
  param,
  QueryMapping,
  t,
} from "@espalier/espalier";
import { Book, type Books } from "../catalog/mod.ts";
import { OutOfStockError } from "../inventory/mod.ts";
import { InvalidOrderError } from "./invalid_order_error.ts";
import { Order } from "./order.ts";
import { OrderLine } from "./order_line.ts";
import type { OrderLineRepository } from "./order_line_repository.ts";
import type { OrderService } from "./order_service.ts";
import { PlaceOrderInput } from "./place_order_input.ts";

/** Answers questions about orders, and places them. */
export class OrderController {
  readonly #orders: OrderService;
  readonly #lines: OrderLineRepository;
  readonly #books: Books;

  constructor(orders: OrderService, lines: OrderLineRepository, books: Books) {
    this.#orders = orders;
    this.#lines = lines;
    this.#books = books;
  }

  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Order)) })
  order(id: string): Promise<Order | null> {
    return this.#orders.findById(id);
  }

  @MutationMapping({
    params: [param.argument("input", t.object(() => PlaceOrderInput))],
    returns: t.object(() => Order),
  })
  placeOrder(input: PlaceOrderInput): Promise<Order> {
    return this.#orders.place(input);
  }

  @BatchMapping({ source: () => Order, returns: t.list(t.object(() => OrderLine)) })
  async lines(orders: readonly Order[]): Promise<OrderLine[][]> {
    const ids = orders.map(({ id }) => id);
    const byOrder = Map.groupBy(await this.#lines.ofOrders(ids), ({ orderId }) => orderId);
    return ids.map((id) => byOrder.get(id) ?? []);
  }

  @BatchMapping({ source: () => OrderLine, returns: t.object(() => Book) })
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
