import type { EventStream, SubscriptionBus } from "@espalier/espalier/subscriptions";
import type { Book } from "../catalog/mod.ts";
import { BatchMapping, SubscriptionMapping } from "../schema.ts";
import { availableChanged } from "./available_changed.ts";
import type { Inventory } from "./inventory.ts";

/** Adds the number of copies to books, and publishes changes of it. */
export class StockController {
  constructor(private readonly inventory: Inventory, private readonly bus: SubscriptionBus) {}

  @BatchMapping("Book")
  available(books: readonly Book[]): Promise<number[]> {
    return this.inventory.available(books.map(({ id }) => id));
  }

  @SubscriptionMapping("bookId")
  availableChanged(bookId: string): Promise<EventStream<number>> {
    return this.bus.subscribe(availableChanged, { bookId });
  }
}
