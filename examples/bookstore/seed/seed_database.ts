import { type Container, ContainerModule, StartupTask } from "@espalier/espalier";
import { Database, DataIntegrityError } from "@espalier/espalier/data";
import { Author, Book } from "../catalog/mod.ts";
import { Stock } from "../inventory/mod.ts";
import { Order, OrderLine } from "../orders/mod.ts";
import { Shipment } from "../shipping/mod.ts";
import { SeededRandom } from "./random.ts";

/** The entities of all modules: `deno task migrate diff` compares them with the database. */
export const entities = [Author, Book, Stock, Order, OrderLine, Shipment] as const;

/** Fills an empty database at the first start: real books, and orders from a fixed seed. */
export const seed = new ContainerModule(({ bind }) => {
  bind(StartupTask).toConstantValue({ name: "bookstore: seed the database", order: -900, run: seedDatabase });
});

async function seedDatabase(container: Container): Promise<void> {
  const database = container.get(Database);
  if (await isFilled(database)) return;
  try {
    await database.transactions.run(() => fill(database));
  } catch (error) {
    // Another instance has inserted the same data meanwhile.
    if (!(error instanceof DataIntegrityError) || !await isFilled(database)) throw error;
  }
}

async function isFilled(database: Database): Promise<boolean> {
  return await database.repository(Book).count() > 0;
}

async function fill(database: Database): Promise<void> {
  // Import the data only if the database is empty.
  const [{ seedAuthors }, { seedBooks }, { seedOrders }] = await Promise.all([
    import("./authors.ts"),
    import("./books.ts"),
    import("./seed_orders.ts"),
  ]);
  const random = new SeededRandom(1813);
  const authors = new Map(seedAuthors.map((author) => [author.id, new Author(author)]));
  const books = seedBooks.map(({ authorId, ...book }) =>
    new Book({ ...book, author: authors.get(authorId)!, price: random.between(8, 60) * 50 + 99 })
  );
  const stock = books.map(({ id }) => new Stock({ bookId: id, available: random.between(5, 200) }));
  const { orders, lines, shipments } = seedOrders(books, 300);
  await database.repository(Author).saveAll(authors.values());
  await database.repository(Book).saveAll(books);
  await database.repository(Stock).saveAll(stock);
  await database.repository(Order).saveAll(orders);
  await database.repository(OrderLine).saveAll(lines);
  await database.repository(Shipment).saveAll(shipments);
}
