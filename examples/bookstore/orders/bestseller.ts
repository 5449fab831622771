import { describeType, t } from "@espalier/espalier";

/** A book, and how many copies of it were ordered. */
export class Bestseller {
  constructor(readonly bookId: string, readonly copies: number) {}
}

describeType(Bestseller, { bookId: t.id, copies: t.int });
