import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import type { ReferenceProperty } from "../../entity/property_model.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";

/** One table: its rows by id, and the last id that was made. */
export class MemoryTable {
  /** The rows by {@linkcode idKey}. */
  readonly rows: Map<unknown, Row> = new Map<unknown, Row>();
  /** The last id that was made. */
  lastId = 0;
}

/** The tables of a store in memory. */
export class MemoryTables {
  readonly #models: EntityModels;
  readonly #tables = new Map<string, MemoryTable>();
  readonly #links = new Map<string, Map<unknown, readonly unknown[]>>();

  /** @param models the models of the database */
  constructor(models: EntityModels) {
    this.#models = models;
  }

  /** The table of an entity. */
  of(model: EntityModel): MemoryTable {
    let table = this.#tables.get(model.table);
    if (table === undefined) this.#tables.set(model.table, table = new MemoryTable());
    return table;
  }

  /** The lists that are kept apart, by owner. */
  links(name: string): Map<unknown, readonly unknown[]> {
    let links = this.#links.get(name);
    if (links === undefined) this.#links.set(name, links = new Map());
    return links;
  }

  /** The row that references lead to; `undefined` where one of them is null. */
  follow(row: Row, via: readonly ReferenceProperty[]): Row | undefined {
    let current: Row | undefined = row;
    for (const step of via) {
      const id: unknown = current?.[step.column] ?? null;
      if (id === null) return undefined;
      current = this.of(this.#models.of(step.target)).rows.get(idKey(id));
    }
    return current;
  }

  /** The value of a column, reached from a row. */
  value(row: Row, { via, column }: ColumnRef): unknown {
    return this.follow(row, via)?.[column] ?? null;
  }
}

/** The name under which the lists of a property are kept. */
export function linksName({ owner, property }: { owner: EntityModel; property: { name: string } }): string {
  return `${owner.table}.${property.name}`;
}
