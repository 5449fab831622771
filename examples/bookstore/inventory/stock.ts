import { entity, t } from "@espalier/espalier";

/** How many copies of a book are there. Its version keeps two orders from taking the same copy. */
export class Stock extends entity({ bookId: t.id, available: t.int, version: t.version }, {
  id: "bookId",
  name: "Stock",
  table: "stock",
}) {}
