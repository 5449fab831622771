import { type ColumnDefault, describeValue } from "../../kernel/mod.ts";
import { columnValue } from "../entity/column_value.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import { instantiate } from "../entity/instantiate.ts";
import type { CollectionProperty, ColumnProperty } from "../entity/property_model.ts";
import { fromJsonValue } from "../mapping/json_value.ts";
import { idOfReferred, rowOf } from "../mapping/row_of.ts";
import { columnOf } from "../query/column_paths.ts";
import { OptimisticLockingError } from "../optimistic_locking_error.ts";
import type { ResolvedCriteria } from "../query/resolved_criteria.ts";
import type { Row } from "../query/row_query.ts";
import type { CallOptions, SaveOptions } from "../repository.ts";
import { EntityRemover } from "./entity_remover.ts";
import type { LinkTable, RowStore } from "./row_store.ts";

/** How many of the given entities are written with one statement at most, where that is possible. */
const batchSize = 500;

/** Saves and deletes the entities of one class. */
export class EntityWriter<T> {
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #model: EntityModel<T>;
  readonly #remover: EntityRemover;
  readonly #columns: readonly ColumnProperty[];

  /**
   * @param rows where rows are kept
   * @param models the models of the database
   * @param model how the class is stored
   */
  constructor(rows: RowStore, models: EntityModels, model: EntityModel<T>) {
    this.#remover = new EntityRemover(rows, models, model as EntityModel);
    this.#rows = rows;
    this.#models = models;
    this.#model = model;
    this.#columns = [...model.properties.values()].filter((property): property is ColumnProperty =>
      property.kind === "column"
    );
  }

  /** The lists of entities that are kept in tables of their own. */
  get links(): LinkTable[] {
    return [...this.#model.properties.values()]
      .filter((property): property is CollectionProperty =>
        property.kind === "collection" && property.options.mappedBy === undefined
      )
      .map((property) => ({ owner: this.#model, target: this.#models.of(property.target), property }));
  }

  /** Whether an entity was never saved: its version is 0 or absent; without a version, its id is absent. */
  isNew(entity: T): boolean {
    const { version, id } = this.#model;
    const values = this.#valuesOf(entity, "save");
    if (version !== undefined) return [null, undefined, 0, 0n].includes(values[version.name] as never);
    return this.#isAbsentId(values[id.name]);
  }

  /** Inserts an entity when it is new, else replaces it. */
  async save(entity: T, { isNew = this.isNew(entity), signal }: SaveOptions = {}): Promise<T> {
    const lists = this.#listsOf(this.#valuesOf(entity, "save"));
    const saveRow = () => isNew ? this.#insert(entity, signal) : this.#replace(entity, signal);
    if (lists.length === 0) return await saveRow();
    return await this.#rows.transactions.run(async () => {
      const saved = await saveRow();
      const owner = (saved as Record<string, unknown>)[this.#model.id.name];
      for (const { link, targets } of lists) await this.#rows.replaceLinks(link, { owner, targets }, signal);
      return saved;
    }, signal === undefined ? {} : { signal });
  }

  /** Saves several, in one transaction. */
  async saveAll(entities: readonly T[], options: CallOptions = {}): Promise<T[]> {
    return await this.#rows.transactions.run(async () => {
      const saved: T[] = [];
      for (let start = 0; start < entities.length; start += batchSize) {
        saved.push(...await this.#saveBatch(entities.slice(start, start + batchSize), options));
      }
      return saved;
    }, options);
  }

  /** Deletes an entity; its version, where it has one, must be the stored one. */
  async delete(entity: T, { signal }: CallOptions = {}): Promise<void> {
    const { version, id } = this.#model;
    const values = this.#valuesOf(entity, "delete");
    const isGuarded = version !== undefined && !this.isNew(entity);
    const operands = [this.#equals(id, values[id.name])];
    if (isGuarded) operands.push(this.#equals(version, values[version.name]));
    const removed = await this.#remover.remove({ kind: "and", operands }, signal);
    if (removed === 0 && isGuarded) throw this.#conflict(values);
  }

  /** Deletes what matches. @returns how many */
  deleteMatching(criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#remover.remove(criteria, signal);
  }

  async #saveBatch(entities: readonly T[], options: CallOptions): Promise<T[]> {
    const { version, id } = this.#model;
    const ids = new Set(entities.map((entity) => idKey(this.#valuesOf(entity, "save")[id.name])));
    const isPlain = this.links.length === 0 && ids.size === entities.length;
    const isAllNew = entities.every((entity) => this.isNew(entity));
    if (!isPlain || this.#model.hasDatabaseId || (version !== undefined && !isAllNew)) {
      const saved: T[] = [];
      for (const entity of entities) saved.push(await this.save(entity, options));
      return saved;
    }
    const rows = entities.map((entity) => this.#newRow(entity));
    if (isAllNew) {
      const made = await this.#rows.insert(this.#model, rows, options.signal);
      return entities.map((entity, i) => this.#asStored(entity, { ...rows[i], ...made[i] }, made[i]));
    }
    await this.#rows.upsert(this.#model, rows, options.signal);
    return await Promise.all(entities.map((entity, i) => this.#replaced(entity, rows[i]!, options.signal)));
  }

  /** The ids of the elements of each list that is there. */
  #listsOf(values: Record<string, unknown>): { readonly link: LinkTable; readonly targets: unknown[] }[] {
    return this.links.flatMap((link) => {
      const { target, property: { name } } = link;
      const elements = values[name];
      if (!Array.isArray(elements)) return [];
      const label = `${this.#model.name}.${name}`;
      return [{ link, targets: Array.from(elements, (element, i) => idOfReferred(target, `${label}[${i}]`, element)) }];
    });
  }

  async #insert(entity: T, signal: AbortSignal | undefined): Promise<T> {
    const row = this.#newRow(entity);
    const [made] = await this.#rows.insert(this.#model, [row], signal);
    return this.#asStored(entity, { ...row, ...made }, made);
  }

  async #replace(entity: T, signal: AbortSignal | undefined): Promise<T> {
    const { version } = this.#model;
    const row = rowOf(this.#models, this.#model, entity as object);
    if (version === undefined) {
      await this.#rows.upsert(this.#model, [row], signal);
      return await this.#replaced(entity, row, signal);
    }
    const before = row[version.column];
    row[version.column] = typeof before === "bigint" ? before + 1n : Number(before) + 1;
    const changed = await this.#rows.update(this.#model, row, { version: before, signal });
    if (changed === 0) throw this.#conflict(entity as Record<string, unknown>);
    return await this.#replaced(entity, row, signal);
  }

  /** The entity of a row that was replaced, with what the database has computed again. */
  async #replaced(entity: T, row: Row, signal: AbortSignal | undefined): Promise<T> {
    const { id, description } = this.#model;
    const computed = this.#columns.filter(({ name, stored }) =>
      name !== id.name && (stored.isReadOnly || Object.hasOwn(description.entity.generated ?? {}, name))
    );
    if (computed.length === 0) return this.#asStored(entity, row);
    const columns = computed.map((property) => columnOf(property));
    const criteria = this.#equals(id, row[id.column]);
    const query = { model: this.#model, columns, criteria, orders: [], offset: 0, limit: 1 };
    const [values = []] = await this.#rows.select(query, signal);
    const made = Object.fromEntries(columns.map(({ column }, i) => [column, values[i]]));
    return this.#asStored(entity, { ...row, ...made }, made);
  }

  #newRow(entity: T): Row {
    const { version, id } = this.#model;
    const row = rowOf(this.#models, this.#model, entity as object);
    if (version !== undefined) row[version.column] = version.type === "bigint" ? 1n : 1;
    const defaults = this.#model.description.entity.defaults as Record<string, ColumnDefault> | undefined;
    for (const { name, column, type } of defaults === undefined ? [] : this.#columns) {
      const value = defaults![name];
      if (row[column] !== undefined || value === undefined || typeof value === "object") continue;
      row[column] = columnValue({ label: `${this.#model.name}.${name}`, type }, value);
    }
    if (this.#isAbsentId(row[id.column])) row[id.column] = this.#model.hasDatabaseId ? null : this.#freshId();
    return row;
  }

  /** Whether an id is still to be made: 0 counts where the application makes ids, not where the database does. */
  #isAbsentId(id: unknown): boolean {
    if (id === null || id === undefined || id === "") return true;
    return this.#model.hasDatabaseId && (id === 0 || id === 0n);
  }

  /** The described properties, which are those of the class. */
  #valuesOf(entity: T, action: "save" | "delete"): Record<string, unknown> {
    if (typeof entity === "object" && entity !== null && !(entity instanceof Promise)) {
      return entity as Record<string, unknown>;
    }
    throw new TypeError(
      `Cannot ${action} a ${this.#model.name} as it must be an object: current value is ${describeValue(entity)}`,
    );
  }

  #freshId(): string {
    if (["text", "uuid"].includes(this.#model.id.type)) return crypto.randomUUID();
    throw new TypeError(
      `Cannot save a new ${this.#model.name} as its "${this.#model.id.name}" must be given, or be made by the database ` +
        `(generatedId: "database"): it is absent`,
    );
  }

  /** The entity with its id, its version, the defaults of its description, and what the database made. */
  #asStored(entity: T, row: Row, made: Row = {}): T {
    const { version, id } = this.#model;
    const values = { ...entity as Record<string, unknown>, [id.name]: row[id.column] };
    if (version !== undefined) values[version.name] = row[version.column];
    for (const { name, column, type, descriptor, optional } of this.#columns) {
      const isMade = Object.hasOwn(made, column) && name !== id.name;
      const value = isMade ? made[column] : values[name] === undefined ? row[column] : undefined;
      if (value === undefined || (value === null && optional)) continue;
      values[name] = type === "json" ? fromJsonValue(descriptor, value) : value;
    }
    return instantiate(this.#model.type, values);
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
    return new OptimisticLockingError({ entity: name, id: values[id.name], version: values[version!.name] });
  }
}
