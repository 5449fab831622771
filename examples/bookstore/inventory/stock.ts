import { entity, t } from "@espalier/espalier";

/** The number of copies of a book. Its version prevents two orders from reserving the same copy. */
export class Stock extends entity({ bookId: t.id, available: t.int, version: t.version }, {
  id: "bookId",
  name: "Stock",
  table: "stock",
}) {}
