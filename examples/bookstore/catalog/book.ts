import { describeType, t } from "@espalier/espalier";
import { Author } from "./author.ts";

/** A book that the shop sells. */
export class Book {
  readonly id!: string;
  readonly title!: string;
  readonly author!: Author;
  /** Year of first publication. */
  readonly published!: number;
  readonly language!: string;
  readonly subjects!: readonly string[];
  /** Number at Project Gutenberg. */
  readonly gutenberg!: number;
  /** In euro cents. */
  readonly price!: number;

  constructor(fields: Book) {
    Object.assign(this, fields);
  }
}

describeType(Book, {
  id: t.id,
  title: t.string,
  author: t.object(() => Author),
  published: t.int,
  language: t.string,
  subjects: t.list(t.string),
  gutenberg: t.int,
  price: t.int,
}, {
  id: "id",
  table: "books",
  // What lists are sorted by, with the id, which decides between equals.
  indexes: [["title", "id"], ["published", "title", "id"], ["author", "published", "title", "id"]],
  // Who needs authors loads them for all books at once; until then a book knows its author's id.
  references: { author: { fetch: "reference" } },
});
