import { describeType, t } from "@espalier/espalier";

/** Somebody who wrote books. */
export class Author {
  readonly id!: string;
  readonly name!: string;
  /** Family name first: what lists are sorted by. */
  readonly sortName!: string;
  readonly born!: number | null;
  readonly died!: number | null;

  constructor(fields: Author) {
    Object.assign(this, fields);
  }
}

describeType(Author, {
  id: t.id,
  name: t.string,
  sortName: t.string,
  born: t.nullable(t.int),
  died: t.nullable(t.int),
}, { id: "id", table: "authors" });
