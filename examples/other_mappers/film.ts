import { describeType, t } from "@espalier/espalier";

/** A film. GraphQL and REST know it by this description alone, whatever mapper reads it. */
export class Film {
  constructor(readonly id: number, readonly title: string, readonly year: number | null) {}
}

describeType(Film, { id: t.int, title: t.string, year: t.nullable(t.int) }, { id: "id" });
