import { entity, t } from "@espalier/espalier";
import { Author } from "./author.ts";

/** A book that the shop sells. */
export class Book extends entity({
  id: t.id,
  title: t.string,
  author: t.ref(() => Author),
  /** Year of first publication. */
  published: t.int,
  language: t.string,
  subjects: t.list(t.string),
  /** Number at Project Gutenberg. */
  gutenberg: t.int,
  /** In euro cents. */
  price: t.int,
}, {
  id: "id",
  name: "Book",
  table: "books",
  // Lists are sorted by these properties, and by the id if they are equal.
  indexes: [["title", "id"], ["published", "title", "id"], ["author", "published", "title", "id"]],
  // Holds the author's id only: authors are loaded in one batch for all books, and only when a query asks for them.
  references: { author: { fetch: "reference" } },
}) {}
