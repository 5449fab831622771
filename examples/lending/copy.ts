import { entity, t } from "@espalier/espalier";

/** One copy of a book, which readers borrow. */
export class Copy extends entity({
  id: t.id,
  title: t.string,
  condition: t.enum("NEW", "USED", "WORN"),
  pages: t.int,
  /** Who has borrowed it. */
  reader: t.mutable(t.nullable(t.string)),
}, { id: "id", indexes: [["title", "id"]] }) {}
