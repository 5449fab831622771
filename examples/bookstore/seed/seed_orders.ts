import type { Book } from "../catalog/mod.ts";
import { Order, OrderLine } from "../orders/mod.ts";
import { Shipment } from "../shipping/mod.ts";
import { SeededRandom } from "./random.ts";

/** Orders of the past, with their lines and parcels. */
export interface SeedOrders {
  readonly orders: readonly Order[];
  readonly lines: readonly OrderLine[];
  readonly shipments: readonly Shipment[];
}

const customers = [
  "Ada Lovelace",
  "Alan Turing",
  "Grace Hopper",
  "Edsger Dijkstra",
  "Barbara Liskov",
  "Donald Knuth",
  "Margaret Hamilton",
  "Tony Hoare",
];
const firstDay = Date.UTC(2025, 0, 2, 9);
const hour = 3_600_000;

/**
 * Generates orders from a fixed seed: the same at every start, on every machine.
 *
 * @param books the books to order
 * @param count the number of orders
 */
export function seedOrders(books: readonly Book[], count: number): SeedOrders {
  const random = new SeededRandom(1818);
  const made = Array.from({ length: count }, (_, index) => orderWithLines(books, random, index));
  return {
    orders: made.map(({ order }) => order),
    lines: made.flatMap(({ lines }) => lines),
    shipments: made.filter(({ order }) => order.status === "SHIPPED").map(({ order }) => shipmentOf(order)),
  };
}

function orderWithLines(books: readonly Book[], random: SeededRandom, index: number) {
  const id = `o${String(index + 1).padStart(4, "0")}`;
  const lines = Array.from({ length: random.between(1, 4) }, (_, line) => {
    const book = random.oneOf(books);
    const quantity = random.between(1, 3);
    return new OrderLine({ id: `${id}-${line + 1}`, orderId: id, bookId: book.id, quantity, price: book.price });
  });
  const order = new Order({
    id,
    customer: random.oneOf(customers),
    placedAt: new Date(firstDay + index * 20 * hour + random.between(0, 8) * hour),
    status: random.next() < 0.9 ? "SHIPPED" : "PLACED",
    total: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  });
  return { order, lines };
}

function shipmentOf(order: Order): Shipment {
  return new Shipment({
    id: `s${order.id.slice(1)}`,
    orderId: order.id,
    trackingNumber: `ESP${order.id.slice(1)}`,
    shippedAt: new Date(order.placedAt.getTime() + 24 * hour),
  });
}
