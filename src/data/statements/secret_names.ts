import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { StatementFacts } from "./statement_facts.ts";

/** Recognizes statements whose parameters may be values of properties with `secrets`. */
export class SecretNames {
  readonly #models: EntityModels;
  readonly #known = new Set<EntityModel>();
  /** Tables and columns, in lower case. */
  readonly #names = new Set<string>();

  /** @param models the models of the database */
  constructor(models: EntityModels) {
    this.#models = models;
  }

  /** Whether a statement names a table with a secret column, or such a column. */
  isIn({ names }: StatementFacts): boolean {
    this.#learn();
    if (this.#names.size === 0) return false;
    return names === undefined || !this.#names.isDisjointFrom(names);
  }

  #learn(): void {
    for (const model of this.#models) {
      if (this.#known.has(model)) continue;
      this.#known.add(model);
      const columns = this.#columnsOf(model);
      for (const name of columns.length === 0 ? [] : [model.table, ...columns]) this.#names.add(lastPart(name));
    }
  }

  /** Secret columns of a table, those of embedded values included. */
  #columnsOf(model: EntityModel): string[] {
    const secrets = new Set<string>(model.description.entity.secrets);
    return [...model.properties.values()].flatMap((property): string[] => {
      if (property.kind === "embedded") {
        const columns = this.#columnsOf(this.#models.embedded(property));
        return secrets.has(property.name) ? [property.prefix, ...columns] : columns;
      }
      return secrets.has(property.name) ? ["column" in property ? property.column : property.name] : [];
    });
  }
}

/** The table's own name, without the schema that may stand before it. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}
