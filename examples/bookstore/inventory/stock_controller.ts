import { BatchMapping, t } from "@espalier/espalier";
import { Book } from "../catalog/mod.ts";
import type { Inventory } from "./inventory.ts";

/** Adds to books how many copies are there. */
export class StockController {
  readonly #inventory: Inventory;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
  }

  @BatchMapping({ source: () => Book, returns: t.int })
  available(books: readonly Book[]): Promise<number[]> {
    return this.#inventory.available(books.map(({ id }) => id));
  }
}
