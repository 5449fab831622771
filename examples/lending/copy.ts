import { describeType, t } from "@espalier/espalier";

/** One copy of a book, which readers borrow. */
export class Copy {
  id!: string;
  title!: string;
  condition!: "NEW" | "USED" | "WORN";
  pages!: number;
  /** Who has borrowed it. */
  reader!: string | null;
}

describeType(Copy, {
  id: t.id,
  title: t.string,
  condition: t.enum("NEW", "USED", "WORN"),
  pages: t.int,
  reader: t.nullable(t.string),
}, { id: "id", indexes: [["title", "id"]] });
