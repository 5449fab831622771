import { DataIntegrityError, type ReferringProperty } from "../../data_integrity_error.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import { optionOf } from "../../entity/option_of.ts";
import { type HeldReference, heldReferences, modelColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { broken, DescribedRules } from "./described_rules.ts";
import type { MemoryTables } from "./tables.ts";

/** The constraints that an SQL database checks: primary keys, foreign keys, not null, and those of descriptions. */
export class IntegrityRules {
  readonly #models: EntityModels;
  readonly #tables: MemoryTables;
  readonly #known = new Map<
    EntityModel,
    { readonly columns: readonly ColumnRef[]; readonly described: DescribedRules }
  >();

  /**
   * @param models the models of the database
   * @param tables the store's tables
   */
  constructor(models: EntityModels, tables: MemoryTables) {
    this.#models = models;
    this.#tables = tables;
  }

  /** Registers an entity, so that its references are checked. */
  know(model: EntityModel): void {
    this.#rulesOf(model);
  }

  /**
   * Updates the unique keys after a row was added, replaced or removed.
   *
   * @returns reverts the update
   */
  replace(model: EntityModel, before: Row | undefined, row: Row | undefined): () => void {
    const { uniques } = this.#rulesOf(model).described;
    const id = idKey(model.id.ofRow((row ?? before)!));
    for (const keys of uniques) keys.replace(id, before, row);
    return () => uniques.forEach((keys) => keys.replace(id, row, before));
  }

  /**
   * Finds the row that has the same values of unique columns.
   *
   * @param model the entity
   * @param columns the columns of a unique key
   * @param row the values
   * @returns the row's {@linkcode idKey}, or `undefined` when there is none
   */
  ownerOf(model: EntityModel, columns: readonly string[], row: Row): unknown {
    const own = model.id.columns;
    if (columns.length === own.length && own.every((column) => columns.includes(column))) {
      return idKey(model.id.ofRow(row));
    }
    return this.#rulesOf(model).described.uniques.find((keys) => keys.isOf(columns))?.ownerOf(row);
  }

  /** Rejects an id that exists. */
  checkFree(model: EntityModel, id: unknown): void {
    if (this.#tables.of(model).rows.has(idKey(id))) throw broken("unique", model, model.id.names);
  }

  /** Rejects a row that violates a constraint. Constraints are checked in PostgreSQL's order. */
  check(model: EntityModel, row: Row): void {
    const { columns, described } = this.#rulesOf(model);
    for (const column of columns) {
      const isMissing = (row[column.column] ?? null) === null && !column.nullable;
      if (isMissing && !isMadeElsewhere(model, column)) throw broken("not-null", model, [column.path]);
    }
    described.checkValues(row);
    described.checkUnique(row, idKey(model.id.ofRow(row)));
    for (const held of heldReferences(columns)) {
      const { path } = held;
      const target = this.#models.of(held.target);
      const value = heldId(held, row);
      if (value === null) continue;
      const isItself = target === model && idKey(value) === idKey(model.id.ofRow(row));
      if (!isItself) this.checkExists(target, value, { model, path });
    }
  }

  /** Rejects a reference to an id that does not exist. */
  checkExists(
    target: EntityModel,
    id: unknown,
    { model, path }: { readonly model: EntityModel; readonly path: string },
  ): void {
    if (!this.#tables.of(target).rows.has(idKey(id))) throw broken("reference", model, [path]);
  }

  /** Rejects the deletion of rows that other rows refer to. */
  checkRemoval(model: EntityModel, deleted: ReadonlySet<Row>): void {
    if (deleted.size === 0) return;
    const ids = new Set([...deleted].map((row) => idKey(model.id.ofRow(row))));
    const list = this.#tables.listHolding(model, ids);
    if (list !== undefined) throw referred(`${list} refers to it`);
    for (const [other, { columns }] of this.#known) {
      const references = heldReferences(columns).filter(({ target }) => this.#models.of(target) === model);
      for (const held of references) {
        const { path, columns: [first] } = held;
        for (const row of this.#tables.of(other).rows.values()) {
          const isHeld = !deleted.has(row) && ids.has(idKey(heldId(held, row)));
          if (isHeld) {
            throw referred(`${other.table}.${first!.column} refers to it`, { entity: other.type, property: path });
          }
        }
      }
    }
  }

  #rulesOf(model: EntityModel) {
    let rules = this.#known.get(model);
    if (rules === undefined) {
      const described = new DescribedRules(this.#models, this.#tables, model);
      this.#known.set(model, rules = { columns: modelColumns(this.#models, model), described });
    }
    return rules;
  }
}

/** Returns the id that a reference of a row holds; null if there is none. */
function heldId({ columns }: HeldReference, row: Row): unknown {
  const values = columns.map(({ column }) => row[column] ?? null);
  if (values.includes(null)) return null;
  return values.length === 1 ? values[0] : values;
}

/** Whether an SQL expression computes the value, which this store does not evaluate. */
function isMadeElsewhere({ description: { entity } }: EntityModel, { path }: ColumnRef): boolean {
  const value = optionOf(entity.defaults as Record<string, unknown> | undefined, path);
  return typeof value === "object" || Object.hasOwn(entity.generated ?? {}, path);
}

function referred(what: string, ...references: readonly ReferringProperty[]): DataIntegrityError {
  return new DataIntegrityError("reference", `Cannot change data as the store refuses it: ${what}`, { references });
}
