import type { SubscriptionBus } from "@espalier/espalier/subscriptions";
import { availableChanged } from "./available_changed.ts";
import type { Stocks } from "./stocks.ts";
import { OutOfStockError } from "./out_of_stock_error.ts";
import { Stock } from "./stock.ts";

/** Counts and reserves the copies of each book. */
export class Inventory {
  constructor(private readonly stocks: Stocks, private readonly bus: SubscriptionBus) {}

  /**
   * Returns the number of available copies.
   *
   * @param bookIds ids of books
   * @returns the number for each id, in the order of the ids; 0 for books that were never stocked
   */
  async available(bookIds: readonly string[]): Promise<number[]> {
    const found = new Map((await this.stocks.findAllById(bookIds)).map((stock) => [stock.bookId, stock.available]));
    return bookIds.map((id) => found.get(id) ?? 0);
  }

  /**
   * Removes copies from the stock and publishes how many are left, in the caller's transaction.
   *
   * @throws OutOfStockError if fewer copies are available
   */
  async reserve(bookId: string, quantity: number): Promise<void> {
    const stock = await this.stocks.findById(bookId);
    if (stock === null || stock.available < quantity) throw new OutOfStockError(bookId, stock?.available ?? 0);
    const available = stock.available - quantity;
    await this.stocks.save(new Stock({ ...stock, available }), { original: stock });
    await this.bus.publish(availableChanged, { bookId }, available);
  }
}
