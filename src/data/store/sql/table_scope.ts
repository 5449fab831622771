import type { EntityModels } from "../../entity/entity_models.ts";
import type { ReferenceProperty } from "../../entity/property_model.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import { quoted } from "./sql_writer.ts";

/** The tables of one `select`: the entity's own, and those reached by references, each joined once. */
export class TableScope {
  /** Alias of the entity's own table. */
  readonly alias: string;
  readonly #models: EntityModels;
  readonly #joins = new Map<string, { alias: string; text: string }>();
  readonly #nextAlias: () => string;

  /**
   * @param models the models of the database
   * @param nextAlias gives names that are free in the whole statement
   */
  constructor(models: EntityModels, nextAlias: () => string) {
    this.#models = models;
    this.#nextAlias = nextAlias;
    this.alias = nextAlias();
  }

  /** The expression for a column; joins the tables on the way. */
  column({ via, column }: ColumnRef): string {
    return `${this.aliasOf(via)}.${quoted(column)}`;
  }

  /** The alias of the table that references lead to. */
  aliasOf(via: readonly ReferenceProperty[]): string {
    let alias = this.alias;
    let key = "";
    for (const step of via) {
      key += `.${step.column}`;
      let join = this.#joins.get(key);
      if (join === undefined) {
        join = this.#join(alias, step);
        this.#joins.set(key, join);
      }
      alias = join.alias;
    }
    return alias;
  }

  /** The text of all joins; ask for it when every column has been written. */
  get joins(): string {
    return [...this.#joins.values()].map(({ text }) => text).join("");
  }

  /** A scope for a subquery. */
  inner(): TableScope {
    return new TableScope(this.#models, this.#nextAlias);
  }

  #join(from: string, step: ReferenceProperty): { alias: string; text: string } {
    const alias = this.#nextAlias();
    const target = this.#models.of(step.target);
    const on = `${alias}.${quoted(target.id.column)} = ${from}.${quoted(step.column)}`;
    return { alias, text: ` left join ${quoted(target.table)} ${alias} on ${on}` };
  }
}

/** Gives the aliases `t0`, `t1`, … of one statement. */
export function aliasSequence(): () => string {
  let next = 0;
  return () => `t${next++}`;
}
