import { describeValue } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { ColumnProperty } from "../entity/property_model.ts";
import { type ReadState, replaceState, stateOf } from "../mapping/read_state.ts";
import { rowOf } from "../mapping/row_of.ts";
import { OptimisticLockingError } from "../optimistic_locking_error.ts";
import { columnOf } from "../query/column_paths.ts";
import { rowIdIs } from "../query/matching_ids.ts";
import type { ResolvedCriteria } from "../query/resolved_criteria.ts";
import { uniqueColumns } from "../query/unique_columns.ts";
import type { Row } from "../query/row_query.ts";
import type { CallOptions, SaveOptions } from "../repository.ts";
import { type EntityList, EntityLists, isSameList } from "./entity_lists.ts";
import { EntityRemover } from "./entity_remover.ts";
import { isAbsentId, newRow } from "./new_row.ts";
import type { RowStore } from "./row_store.ts";
import { StoredEntities } from "./stored_entities.ts";

/** Maximum number of entities that are written with one statement. */
const batchSize = 500;

/** Saves and deletes the entities of one class. */
export class EntityWriter<T> {
  /** Collects the lists that are stored in link tables. */
  readonly lists: EntityLists;
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #model: EntityModel<T>;
  readonly #remover: EntityRemover;
  readonly #stored: StoredEntities<T>;

  /**
   * @param rows the store of rows
   * @param models the models of the database
   * @param model the model of the class
   */
  constructor(rows: RowStore, models: EntityModels, model: EntityModel<T>) {
    this.#remover = new EntityRemover(rows, models, model as EntityModel);
    this.lists = new EntityLists(models, model as EntityModel);
    this.#stored = new StoredEntities({ rows, models, lists: this.lists }, model);
    this.#rows = rows;
    this.#models = models;
    this.#model = model;
  }

  /**
   * Returns whether an entity was never saved: it was not read, and its version is 0 or absent. Without a version, its
   * id decides.
   */
  isNew(entity: T): boolean {
    const { version, id } = this.#model;
    const values = this.#valuesOf(entity, "save");
    if (this.#stateOf(values) !== undefined) return false;
    if (version !== undefined) return [null, undefined, 0, 0n].includes(values[version.name] as never);
    return isAbsentId(this.#model as EntityModel, id.of(values));
  }

  /** Inserts a new entity, writes the changed columns of an entity that was read, or else replaces the row. */
  async save(entity: T, { isNew, original, signal }: SaveOptions = {}): Promise<T> {
    const values = this.#valuesOf(entity, "save");
    const state = isNew === true ? undefined : this.#stateOf(values, original);
    if (state !== undefined) return await this.#saveChanges(entity, state, signal);
    const isInserted = isNew ?? this.isNew(entity);
    return await this.#withLists(
      this.lists.of(values),
      () => isInserted ? this.#insert(entity, signal) : this.#replace(entity, signal),
      signal,
    );
  }

  /** Returns the error of saving an entity whose row was deleted; `undefined` if `save` inserts it. */
  errorWithoutRow(entity: T): OptimisticLockingError | undefined {
    const values = this.#valuesOf(entity, "save");
    const isPart = this.#stateOf(values)?.layout.isWhole === false;
    const isInserted = !isPart && (this.#model.version === undefined || this.isNew(entity));
    return isInserted ? undefined : this.#conflict(values);
  }

  /** Saves a row, and then the lists of its entity. */
  async #withLists(
    lists: readonly EntityList[],
    saveRow: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    if (lists.length === 0) return await saveRow();
    return await this.#rows.transactions.run(async () => {
      const saved = await saveRow();
      const owner = this.#model.id.of(saved as object);
      for (const { link, targets } of lists) await this.#rows.replaceLinks(link, { owner, targets }, signal);
      return saved;
    }, signal === undefined ? {} : { signal });
  }

  /** Returns the read state of an entity or its original; `undefined` if there is none, or it was rolled back. */
  #stateOf(values: Record<string, unknown>, original?: object): ReadState | undefined {
    const { id, name } = this.#model;
    if (original !== undefined && idKey(id.of(original)) !== idKey(id.of(values))) {
      throw new TypeError(
        `Cannot save a ${name} as its original must have the same id: current value is ` +
          `${describeValue(id.of(original))}`,
      );
    }
    const state = stateOf(original ?? values);
    const isOwn = state?.layout.model === this.#model && state.fate?.isUndone !== true;
    if (isOwn && this.#stored.changed.hasId(state, values)) return state;
    if (original === undefined) return undefined;
    const row = rowOf(this.#models, this.#model, original);
    return {
      ...this.#stored.changed.stateAfter(row),
      fate: undefined,
      lists: this.lists.idsOf(original as typeof values),
    };
  }

  async #saveChanges(entity: T, state: ReadState, signal: AbortSignal | undefined): Promise<T> {
    const { version } = this.#model;
    const values = this.#valuesOf(entity, "save");
    const row = rowOf(this.#models, this.#model, entity as object);
    const changed = this.#stored.changed.of(state, row, values);
    const lists = this.lists.of(values).filter(({ link, targets }) =>
      !isSameList(state.lists?.get(link.property.name), targets)
    );
    const isStale = version !== undefined && !this.#stored.changed.has(state, version.column, row[version.column]);
    if (changed.length === 0 && lists.length === 0 && !isStale) {
      return this.#stored.of(entity, row, { before: state });
    }
    const saved = await this.#withLists(lists, () => this.#update(entity, row, { changed, state, signal }), signal);
    // With a version, the argument is out of date now. Without one it may be saved again, so it gets the new state.
    if (version === undefined) replaceState(entity as object, stateOf(saved as object));
    return saved;
  }

  /** Writes the columns that have changed. */
  async #update(entity: T, row: Row, { changed, state, signal }: ChangeOfRow): Promise<T> {
    const { version } = this.#model;
    for (const column of changed) row[column] ??= null;
    if (version !== undefined) {
      await this.#updateVersion(entity, row, { columns: [...changed, version.column], signal });
      return await this.#stored.afterChange(entity, row, { before: state, signal });
    }
    const found = changed.length > 0
      ? await this.#rows.update(this.#model, row, { columns: changed, signal })
      : await this.#rows.count(this.#model, this.#isRow(row), signal);
    if (found > 0) return await this.#stored.afterChange(entity, row, { before: state, signal });
    // The row was deleted by another transaction: insert it again if all columns were read.
    if (!state.layout.isWhole) throw this.#conflict(entity as Record<string, unknown>);
    return await this.#withLists(
      this.lists.of(entity as Record<string, unknown>),
      () => this.#replace(entity, signal),
      signal,
    );
  }

  async #updateVersion(
    entity: T,
    row: Row,
    { columns, signal }: { readonly columns?: readonly string[]; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const { column } = this.#model.version!;
    const before = row[column];
    row[column] = typeof before === "bigint" ? before + 1n : Number(before) + 1;
    const changed = await this.#rows.update(this.#model, row, { version: before, columns, signal });
    if (changed === 0) throw this.#conflict(entity as Record<string, unknown>);
  }

  /**
   * Inserts an entity, or changes the row with the same unique values. Properties that are `undefined` stay unchanged.
   *
   * @param entity the entity
   * @param on the unique properties; the id when left out
   * @param signal aborts the operation
   */
  async upsert(entity: T, on: readonly string[] | undefined, signal: AbortSignal | undefined): Promise<T> {
    const values = this.#valuesOf(entity, "save");
    const [models, model] = [this.#models, this.#model as EntityModel];
    const unique = uniqueColumns(models, model, on);
    const given = rowOf(models, model, values);
    const own = [...model.id.columns, model.version?.column];
    const columns = Object.keys(given).filter((column) => given[column] !== undefined && !own.includes(column));
    const row = newRow(models, model, values);
    return await this.#withLists(this.lists.of(values), async () => {
      const made = await this.#rows.upsertBy(model, row, { on: unique, columns, signal });
      return this.#stored.of(entity, { ...row, ...made }, { made });
    }, signal);
  }

  /** Saves several entities in one transaction. */
  async saveAll(entities: readonly T[], options: CallOptions = {}): Promise<T[]> {
    return await this.#rows.transactions.run(async () => {
      const saved: T[] = [];
      for (let start = 0; start < entities.length; start += batchSize) {
        saved.push(...await this.#saveBatch(entities.slice(start, start + batchSize), options));
      }
      return saved;
    }, options);
  }

  /** Deletes an entity. Its version, if it has one, must be the stored one. */
  async delete(entity: T, { signal }: CallOptions = {}): Promise<void> {
    const { version, id } = this.#model;
    const values = this.#valuesOf(entity, "delete");
    const isGuarded = version !== undefined && !this.isNew(entity);
    const operands = [this.#isRow(id.row(id.of(values)))];
    if (isGuarded) operands.push(this.#equals(version, values[version.name]));
    const removed = await this.#remover.remove({ kind: "and", operands }, signal);
    if (removed === 0 && isGuarded) throw this.#conflict(values);
    // Saving the entity again inserts all of its columns.
    replaceState(values, undefined);
  }

  /** Deletes the entities that match. @returns their number */
  deleteMatching(criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#remover.remove(criteria, signal);
  }

  async #saveBatch(entities: readonly T[], options: CallOptions): Promise<T[]> {
    const { version, id } = this.#model;
    const ids = new Set(entities.map((entity) => idKey(id.of(this.#valuesOf(entity, "save")))));
    const isPlain = this.lists.links.length === 0 && ids.size === entities.length;
    const isAllNew = entities.every((entity) => this.isNew(entity));
    const isPart = entities.some((entity) => stateOf(entity as object)?.layout.isWhole === false);
    if (!isPlain || isPart || this.#model.hasDatabaseId || (version !== undefined && !isAllNew)) {
      const saved: T[] = [];
      for (const entity of entities) saved.push(await this.save(entity, options));
      return saved;
    }
    const states = entities.map((entity) => this.#stateOf(this.#valuesOf(entity, "save")));
    const rows = entities.map((entity, i) =>
      states[i] === undefined
        ? newRow(this.#models, this.#model as EntityModel, entity as object)
        : rowOf(this.#models, this.#model, entity as object)
    );
    if (isAllNew) {
      const made = await this.#rows.insert(this.#model, rows, options.signal);
      return entities.map((entity, i) => this.#stored.of(entity, { ...rows[i], ...made[i] }, { made: made[i] }));
    }
    return await this.#saveRows(entities, { rows, states, signal: options.signal });
  }

  /** Saves entities without versions: one statement for all entities with the same changed columns. */
  async #saveRows(entities: readonly T[], { rows, states, signal }: ReadRows): Promise<T[]> {
    const groups = Map.groupBy(rows.keys(), (i) => {
      const state = states[i];
      if (state === undefined) return undefined;
      return this.#stored.changed.of(state, rows[i]!, this.#valuesOf(entities[i]!, "save")).join("\0");
    });
    for (const [key, indexes] of groups) {
      if (key === "") continue;
      const columns = key?.split("\0");
      await this.#rows.upsert(this.#model, indexes.map((i) => rows[i]!), { columns, signal });
    }
    return await Promise.all(entities.map(async (entity, i) => {
      const saved = await this.#stored.afterChange(entity, rows[i]!, { before: states[i], signal });
      replaceState(entity as object, stateOf(saved as object));
      return saved;
    }));
  }

  async #insert(entity: T, signal: AbortSignal | undefined): Promise<T> {
    const row = newRow(this.#models, this.#model as EntityModel, entity as object);
    const [made] = await this.#rows.insert(this.#model, [row], signal);
    return this.#stored.of(entity, { ...row, ...made }, { made });
  }

  async #replace(entity: T, signal: AbortSignal | undefined): Promise<T> {
    const { version } = this.#model;
    const row = rowOf(this.#models, this.#model, entity as object);
    if (version === undefined) await this.#rows.upsert(this.#model, [row], { signal });
    else await this.#updateVersion(entity, row, { signal });
    return await this.#stored.afterChange(entity, row, { signal });
  }

  /** Returns the entity as a record of its described properties. */
  #valuesOf(entity: T, action: "save" | "delete"): Record<string, unknown> {
    if (typeof entity === "object" && entity !== null && !(entity instanceof Promise)) {
      return entity as Record<string, unknown>;
    }
    throw new TypeError(
      `Cannot ${action} a ${this.#model.name} as it must be an object: current value is ${describeValue(entity)}`,
    );
  }

  #isRow(row: Row): ResolvedCriteria {
    const { id } = this.#model;
    return rowIdIs(this.#models, this.#model as EntityModel, id.ofRow(row));
  }

  #equals(property: ColumnProperty, value: unknown): ResolvedCriteria {
    return {
      kind: "comparison",
      column: columnOf(property),
      operator: "=",
      value,
      ignoreCase: false,
    };
  }

  #conflict(values: Record<string, unknown>): OptimisticLockingError {
    const { name, id, version } = this.#model;
    return new OptimisticLockingError({
      entity: name,
      id: id.of(values),
      version: version === undefined ? undefined : values[version.name],
    });
  }
}

interface ChangeOfRow {
  /** The columns that differ from the read state. */
  readonly changed: readonly string[];
  readonly state: ReadState;
  readonly signal: AbortSignal | undefined;
}

interface ReadRows {
  readonly rows: readonly Row[];
  /** The read state of each entity; `undefined` if the application created it. */
  readonly states: readonly (ReadState | undefined)[];
  readonly signal: AbortSignal | undefined;
}
