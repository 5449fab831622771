import { entity, t } from "@espalier/espalier";

/** An author of books. */
export class Author extends entity({
  id: t.id,
  name: t.string,
  /** The name with the family name first, by which lists are sorted. */
  sortName: t.string,
  born: t.nullable(t.int),
  died: t.nullable(t.int),
}, { id: "id", name: "Author", table: "authors" }) {}
