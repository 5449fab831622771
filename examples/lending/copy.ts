import { entity, t } from "@espalier/espalier";

/** A copy of a book, which readers can borrow. */
export class Copy extends entity({
  id: t.id,
  title: t.string,
  condition: t.enum("NEW", "USED", "WORN"),
  pages: t.int,
  /** The borrower. */
  reader: t.mutable(t.nullable(t.string)),
}, { id: "id", indexes: [["title", "id"]] }) {}
