import { entity, t } from "@espalier/espalier";

/** A film. GraphQL and REST need only this description, whichever mapper reads it. */
export class Film extends entity({ id: t.int, title: t.string, year: t.nullable(t.int) }, { id: "id" }) {}
