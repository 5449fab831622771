import { canonicalJson } from "../canonical_json.ts";
import { columnValue, type TypedColumn } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { ColumnType, PropertyModel } from "../entity/property_model.ts";
import type { StoredColumn } from "../entity/stored_column.ts";
import { leafColumns } from "../query/column_paths.ts";
import type { Row } from "../query/row_query.ts";
import { copiedValue } from "./copied_value.ts";
import { fromJsonValue, toJsonValue } from "./json_value.ts";
import { type ReadState, RowLayout, unread } from "./read_state.ts";

/** A column of an entity's own table, and the property that it belongs to. */
interface OwnColumn {
  readonly column: string;
  readonly path: string;
  readonly type: ColumnType;
  readonly stored: StoredColumn;
  readonly nullable: boolean;
  readonly property: PropertyModel;
  /** Name of the entity's top-level property that contains the column. */
  readonly root: string;
}

/** Compares entities with the column values that were read for them. */
export class ChangedColumns {
  readonly #model: EntityModel;
  readonly #models: EntityModels;
  #own: { readonly columns: readonly OwnColumn[]; readonly layout: RowLayout } | undefined;

  /**
   * @param models the models of the database
   * @param model the entity's model
   */
  constructor(models: EntityModels, model: EntityModel) {
    this.#models = models;
    this.#model = model;
  }

  /**
   * Returns the columns of a row that differ from the stored values. If one column of an embedded value differs, all of
   * its columns are returned, so that the row never holds a mix of two values. The id, the version and computed columns
   * are left out.
   *
   * @param state the values that were read
   * @param row the entity's row
   * @param values the entity's properties
   */
  of(state: ReadState, row: Row, values: Readonly<Record<string, unknown>>): string[] {
    const { id, version, description } = this.#model;
    const written = this.#columns.columns.filter(({ column, path, stored }) => {
      if (id.columns.includes(column) || column === version?.column) return false;
      return !stored.isReadOnly && !Object.hasOwn(description.entity.generated ?? {}, path);
    });
    const roots = new Set<string>();
    for (const own of written) {
      const { column, root } = own;
      const before = state.layout.valueIn(state.values, column);
      const isChanged = before === unread
        ? row[column] !== undefined && values[root] !== undefined
        : !isLeftOut(own, row[column]) && !isSame(own, before, row[column]);
      if (isChanged) roots.add(root);
    }
    if (roots.size === 0) return [];
    return written.filter((own) => {
      if (!roots.has(own.root) || isLeftOut(own, row[own.column])) return false;
      return row[own.column] !== undefined || state.layout.valueIn(state.values, own.column) !== unread;
    }).map(({ column }) => column);
  }

  /** Whether the value equals the one that was read for the column. */
  has(state: ReadState, column: string, value: unknown): boolean {
    const own = this.#columns.columns.find((one) => one.column === column)!;
    return isSame(own, state.layout.valueIn(state.values, column), value);
  }

  /** Whether the entity still has the id that was read. */
  hasId(state: ReadState, entity: object): boolean {
    const { id } = this.#model;
    const row = id.row(id.of(entity));
    return id.columns.every((column) => this.has(state, column, row[column]));
  }

  /**
   * Returns the state of an entity that was saved.
   *
   * @param row the written values, and those that the database generated
   * @param before the state before the change
   */
  stateAfter(row: Row, before?: ReadState): Pick<ReadState, "layout" | "values"> {
    const { columns, layout } = this.#columns;
    const values = columns.map(({ column, stored }) => {
      const value = row[column];
      if (value !== undefined) return copiedValue(value);
      if (before !== undefined) return before.layout.valueIn(before.values, column);
      return stored.hasDefault ? unread : null;
    });
    return { layout, values };
  }

  get #columns() {
    if (this.#own === undefined) {
      const columns = [...this.#model.properties.values()].flatMap((property) =>
        this.#columnsOf(property, { path: property.name, root: property.name, nullable: false })
      );
      const layout = new RowLayout(this.#model, columns.map(({ column }) => column), true);
      this.#own = { columns, layout };
    }
    return this.#own;
  }

  #columnsOf(property: PropertyModel, prefix: Pick<OwnColumn, "path" | "root" | "nullable">): OwnColumn[] {
    const { path, root } = prefix;
    const nullable = prefix.nullable || property.nullable;
    if (property.kind === "collection") return [];
    if (property.kind === "embedded") {
      return [...this.#models.embedded(property).properties.values()].flatMap((inner) =>
        this.#columnsOf(inner, { path: `${path}.${inner.name}`, root, nullable })
      );
    }
    return leafColumns(this.#models, property, { via: [], path, nullable }).map(({ column, path, type, stored }) => (
      { column, path, type, stored: stored!, nullable, property, root }
    ));
  }
}

/** Whether the column is left out of the statement: it has a default of the database, and the entity has no value. */
function isLeftOut({ stored, nullable }: OwnColumn, value: unknown): boolean {
  return stored.hasDefault && (value === undefined || (value === null && !nullable));
}

/** Converts a stored value to the type of its column; returns it unchanged if it does not fit. */
function converted(column: TypedColumn, value: unknown): unknown {
  try {
    return columnValue(column, value);
  } catch {
    return value;
  }
}

function isSame(own: OwnColumn, before: unknown, after: unknown): boolean {
  if ((before ?? null) === null || (after ?? null) === null) return (before ?? null) === (after ?? null);
  const { type, path: label, property } = own;
  if (type !== "json") {
    // The database may return another notation of the same value: convert it as the entity's value was converted.
    return idKey(before) === idKey(after) || idKey(converted({ label, type }, before)) === idKey(after);
  }
  const text = canonicalJson(after);
  if (canonicalJson(before) === text) return true;
  const { descriptor } = property;
  return canonicalJson(toJsonValue(descriptor, fromJsonValue(descriptor, before))) === text;
}
