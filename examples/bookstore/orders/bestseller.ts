import { describeType, t } from "@espalier/espalier";

/** A book, and the number of its ordered copies. */
export class Bestseller {
  constructor(readonly bookId: string, readonly copies: number) {}
}

describeType(Bestseller, { bookId: t.id, copies: t.int });
