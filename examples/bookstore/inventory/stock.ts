import { describeType, t } from "@espalier/espalier";

/** How many copies of a book are there. */
export class Stock {
  readonly bookId!: string;
  readonly available!: number;
  /** Counts changes: two orders can't take the same copy. */
  readonly version!: number;

  constructor(fields: Stock) {
    Object.assign(this, fields);
  }
}

describeType(Stock, { bookId: t.id, available: t.int, version: t.int }, {
  id: "bookId",
  version: "version",
  table: "stock",
});
