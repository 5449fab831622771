import { completeInstance } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { emptyInstance, instantiate } from "../entity/instantiate.ts";
import type { ColumnProperty, ReferenceProperty } from "../entity/property_model.ts";
import { ChangedColumns } from "../mapping/changed_columns.ts";
import { fromJsonValue } from "../mapping/json_value.ts";
import { type ReadState, trackState } from "../mapping/read_state.ts";
import { columnOf } from "../query/column_paths.ts";
import { rowIdIs } from "../query/matching_ids.ts";
import type { Row } from "../query/row_query.ts";
import type { EntityLists } from "./entity_lists.ts";
import type { RowStore } from "./row_store.ts";

/** Values of a written row that the entity does not have. */
export interface StoredRow {
  /** The values that the database generated. */
  readonly made?: Row | undefined;
  /** The read state before the change. */
  readonly before?: ReadState | undefined;
}

/** Parts of {@linkcode StoredEntities}. */
export interface StoredEntitiesParts {
  readonly rows: RowStore;
  readonly models: EntityModels;
  readonly lists: EntityLists;
}

/** Builds the entities that `save` returns: with their stored values, and a read state of these. */
export class StoredEntities<T> {
  /** Compares entities with the column values that were read for them. */
  readonly changed: ChangedColumns;
  readonly #rows: RowStore;
  readonly #lists: EntityLists;
  readonly #model: EntityModel<T>;
  readonly #models: EntityModels;
  readonly #columns: readonly ColumnProperty[];
  readonly #references: readonly ReferenceProperty[];

  /**
   * @param parts the store of rows, and the models of the database
   * @param model the model of the class
   */
  constructor({ rows, models, lists }: StoredEntitiesParts, model: EntityModel<T>) {
    this.changed = new ChangedColumns(models, model as EntityModel);
    this.#rows = rows;
    this.#lists = lists;
    this.#model = model;
    this.#models = models;
    this.#references = [...model.properties.values()].filter((property): property is ReferenceProperty =>
      property.kind === "reference"
    );
    this.#columns = [...model.properties.values()].filter((property): property is ColumnProperty =>
      property.kind === "column"
    );
  }

  /** Returns the entity of a changed row, with the values that the database recomputed. */
  async afterChange(
    entity: T,
    row: Row,
    { before, signal }: Pick<StoredRow, "before"> & { readonly signal: AbortSignal | undefined },
  ): Promise<T> {
    const { id, description } = this.#model;
    const computed = this.#columns.filter(({ name, stored }) =>
      !id.names.includes(name) && (stored.isReadOnly || Object.hasOwn(description.entity.generated ?? {}, name))
    );
    if (computed.length === 0) return this.of(entity, row, { before });
    const columns = computed.map((property) => columnOf(property));
    const [values = []] = await this.#rows.select({
      model: this.#model as EntityModel,
      columns,
      criteria: rowIdIs(this.#models, this.#model as EntityModel, id.ofRow(row)),
      orders: [],
      offset: 0,
      limit: 1,
    }, signal);
    const made = Object.fromEntries(columns.map(({ column }, i) => [column, values[i]]));
    return this.of(entity, { ...row, ...made }, { made, before });
  }

  /** Returns the entity with its id, version, defaults, and the values that the database generated. */
  of(entity: T, row: Row, { made = {}, before }: StoredRow): T {
    const { version, id } = this.#model;
    const values = { ...entity as Record<string, unknown> };
    for (const { kind, name, column } of id.properties) if (kind === "column") values[name] = row[column];
    if (version !== undefined) values[version.name] = row[version.column];
    for (const { name, column, type, descriptor, optional } of this.#columns) {
      const isMade = Object.hasOwn(made, column) && !id.names.includes(name);
      const value = isMade ? made[column] : values[name] === undefined ? row[column] : undefined;
      if (value === undefined || (value === null && optional)) continue;
      values[name] = type === "json" ? fromJsonValue(descriptor, value) : value;
    }
    for (const reference of this.#references) {
      const { name, target } = reference;
      const referred = this.#models.of(target);
      const id = referred.id.heldBy(reference, made);
      // A reference that the entity leaves out keeps the stored id.
      if (values[name] !== undefined || id === null) continue;
      values[name] = instantiate(target, referred.id.stub(id));
    }
    const stored = emptyInstance(this.#model.type);
    const lists = new Map([...before?.lists ?? [], ...this.#lists.idsOf(values)]);
    const { fate } = this.#rows.transactions;
    trackState(stored, { ...this.changed.stateAfter(row, before), fate, lists });
    // The described properties are properties of the class.
    return completeInstance(this.#model.type, Object.assign(stored, values)) as T;
  }
}
