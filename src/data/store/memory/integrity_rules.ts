import { DataIntegrityError } from "../../data_integrity_error.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import { leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import type { MemoryTables } from "./tables.ts";

/** The rules that an SQL database would hold: ids are unique, references lead somewhere, what may not be null is not. */
export class IntegrityRules {
  readonly #models: EntityModels;
  readonly #tables: MemoryTables;
  readonly #known = new Set<EntityModel>();

  /**
   * @param models the models of the database
   * @param tables the store's tables
   */
  constructor(models: EntityModels, tables: MemoryTables) {
    this.#models = models;
    this.#tables = tables;
  }

  /** Lets the references of an entity be guarded. */
  know(model: EntityModel): void {
    this.#known.add(model);
  }

  /** Refuses an id that is taken. */
  checkFree(model: EntityModel, id: unknown): void {
    if (this.#tables.of(model).rows.has(idKey(id))) throw broken("unique", `${model.table}.${model.id.column}`);
  }

  /** Refuses a row that lacks a value, or refers to what does not exist. */
  check(model: EntityModel, row: Row): void {
    this.know(model);
    for (const column of this.#columns(model)) {
      const value = row[column.column] ?? null;
      if (value === null && !column.nullable && !isMadeElsewhere(model, column)) {
        throw broken("not-null", `${model.table}.${column.column}`);
      }
      if (value === null || column.references === undefined) continue;
      const target = this.#models.of(column.references);
      const isItself = target === model && idKey(value) === idKey(row[model.id.column]);
      if (!isItself) this.checkExists(target, value);
    }
  }

  /** Refuses an id that does not exist. */
  checkExists(model: EntityModel, id: unknown): void {
    if (!this.#tables.of(model).rows.has(idKey(id))) throw broken("reference", `${model.table} "${id}" does not exist`);
  }

  /** Refuses to remove rows that others refer to. */
  checkRemoval(model: EntityModel, doomed: ReadonlySet<Row>): void {
    if (doomed.size === 0) return;
    const ids = new Set([...doomed].map((row) => idKey(row[model.id.column])));
    const list = this.#tables.listHolding(model, ids);
    if (list !== undefined) throw broken("reference", `${list} refers to it`);
    for (const other of this.#known) {
      const references = this.#columns(other).filter(({ references }) =>
        references !== undefined && this.#models.of(references) === model
      );
      for (const { column } of references) {
        for (const row of this.#tables.of(other).rows.values()) {
          const isHeld = !doomed.has(row) && ids.has(idKey(row[column] ?? null));
          if (isHeld) throw broken("reference", `${other.table}.${column} refers to it`);
        }
      }
    }
  }

  #columns(model: EntityModel): ColumnRef[] {
    return [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    );
  }
}

/** Whether an SQL database computes the value, which this store can't. */
function isMadeElsewhere({ description: { entity } }: EntityModel, { path }: ColumnRef): boolean {
  const value = (entity.defaults as Record<string, unknown> | undefined)?.[path];
  return typeof value === "object" || Object.hasOwn(entity.generated ?? {}, path);
}

function broken(rule: "unique" | "not-null" | "reference", what: string): DataIntegrityError {
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${rule} rule of ${what}`);
}
