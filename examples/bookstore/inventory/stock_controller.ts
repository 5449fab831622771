import type { Book } from "../catalog/mod.ts";
import { BatchMapping } from "../schema.ts";
import type { Inventory } from "./inventory.ts";

/** Adds to books how many copies are there. */
export class StockController {
  constructor(private readonly inventory: Inventory) {}

  @BatchMapping("Book")
  available(books: readonly Book[]): Promise<number[]> {
    return this.inventory.available(books.map(({ id }) => id));
  }
}
