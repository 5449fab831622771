import { param, SubscriptionMapping, t } from "@espalier/espalier";
import { EntityMapping } from "@espalier/espalier/federation";
import type { SubscriptionBus } from "@espalier/espalier/subscriptions";
import type { Book, Books } from "../../bookstore/catalog/mod.ts";
import { Sale, sold } from "./sale.ts";

/** Adds to the bookstore what the cluster needs: books as entities for other subgraphs, and a subscription of sales. */
export class SaleController {
  constructor(private readonly bus: SubscriptionBus, private readonly books: Books) {}

  @SubscriptionMapping({ params: [param.argument("bookId", t.id)], returns: t.object(() => Sale) })
  sold(bookId: string) {
    return this.bus.subscribe(sold, { bookId });
  }

  /** Reads all books of a gateway's request with one statement. */
  @EntityMapping({ typeName: "Book", params: [param.argument("idList", t.list(t.id))] })
  async book(ids: readonly string[]): Promise<(Book | null)[]> {
    const found = new Map((await this.books.findAllById(new Set(ids))).map((book) => [book.id, book]));
    return ids.map((id) => found.get(id) ?? null);
  }
}
