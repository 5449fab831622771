import { entity, t } from "@espalier/espalier";

/** Somebody who wrote books. */
export class Author extends entity({
  id: t.id,
  name: t.string,
  /** Family name first: what lists are sorted by. */
  sortName: t.string,
  born: t.nullable(t.int),
  died: t.nullable(t.int),
}, { id: "id", name: "Author", table: "authors" }) {}
