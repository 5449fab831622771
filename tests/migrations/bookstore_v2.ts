/** The second version of the bookstore's tables: each kind of change is there. */
import { describeType, t } from "@espalier/espalier";
import { where } from "@espalier/espalier/data";

/** Names are unique, and one of the years is described no more. */
export class AuthorV2 {
  declare readonly id: string;
  declare readonly name: string;
  declare readonly sortName: string;
  declare readonly born: number | null;
}
describeType(AuthorV2, { id: t.id, name: t.string, sortName: t.string, born: t.nullable(t.int) }, {
  id: "id",
  table: "authors",
  unique: [["name"]],
});

/** Further columns of each kind, another type, name, nullness, index, check and reference. */
export class BookV2 {
  declare readonly id: string;
  declare readonly headline: string;
  declare readonly author: AuthorV2;
  declare readonly published: number | null;
  declare readonly language: string;
  declare readonly subjects: readonly string[];
  declare readonly price: number;
  declare readonly gutenberg: string;
  declare readonly isbn: string;
  declare readonly pages: number;
  declare readonly note: string | null;
  declare readonly doublePrice: number;
}
describeType(BookV2, {
  id: t.id,
  headline: t.string,
  author: t.object(() => AuthorV2),
  published: t.nullable(t.int),
  language: t.string,
  subjects: t.list(t.string),
  price: t.int,
  gutenberg: t.string,
  isbn: t.string,
  pages: t.int,
  note: t.nullable(t.string),
  doublePrice: t.int,
}, {
  id: "id",
  table: "books",
  indexes: [["published", "id"], { on: ["isbn"], unique: true, where: where("isbn").isNot("") }],
  references: { author: { fetch: "reference", onDelete: "cascade" } },
  checks: { price_is_positive: where("price").atLeast(0) },
  defaults: { pages: 100, language: "en" },
  generated: { doublePrice: { sql: "price * 2" } },
  lengths: { headline: 200 },
});

/** A new table. */
export class ReviewV2 {
  declare readonly id: number;
  declare readonly book: BookV2;
  declare readonly text: string;
}
describeType(ReviewV2, { id: t.int, book: t.object(() => BookV2), text: t.string }, {
  id: "id",
  generatedId: "database",
  table: "reviews",
});
