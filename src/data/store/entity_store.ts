import { isTemporal } from "../../kernel/mod.ts";
import { type Criteria, everything } from "../criteria.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { Example } from "../example.ts";
import type { ExpectedQuery } from "../expected_query.ts";
import type { Hydrator } from "../mapping/hydrator.ts";
import type { Hydrators } from "../mapping/hydrators.ts";
import { rowChange } from "../mapping/row_change.ts";
import { ReferenceLoader } from "../mapping/reference_loader.ts";
import { exampleCriteria } from "../query/example_criteria.ts";
import { idKey } from "../entity/id_key.ts";
import { parentPath, type Parents } from "../query/parents.ts";
import { rangesAfter } from "../query/keyset.ts";
import { CriteriaResolver } from "../query/resolve_criteria.ts";
import { type AggregateRequest, AggregateResolver } from "../query/resolve_aggregates.ts";
import { resolveSort, reverseOrders } from "../query/resolve_sort.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "../query/resolved_criteria.ts";
import type { Keys, KeysetScrollPosition } from "../scroll_position.ts";
import { Sort } from "../sort.ts";
import type { EntityQuery } from "./entity_query.ts";
import { EntityWriter } from "./entity_writer.ts";
import type { CallOptions, SaveOptions } from "../repository.ts";
import { aggregateRow } from "./read_aggregates.ts";
import { RowGuard } from "./row_guard.ts";
import type { RowStore } from "./row_store.ts";
import type { TransactionOptions } from "../transactions.ts";

/** A page of entities that was read by keyset, in the order of the sort. */
export interface KeysetResult<T> {
  readonly entities: T[];
  /** Whether more entities follow in the direction of reading. */
  readonly hasNext: boolean;
  /** Returns the keys of the entity at an index. */
  keysAt(index: number): Keys;
}

/** Several parents, and the path from rows to their parent. */
export interface UnderParents {
  /** The property path from the rows to their parent. */
  readonly path: string;
  /** Entities, or their ids. */
  readonly parents: Iterable<unknown>;
}

interface ResolvedUnder {
  /** The distinct parents. */
  readonly parents: Parents;
  readonly criteria: ResolvedCriteria;
  /** The index in `parents` of each given parent; `undefined` if no row can refer to it. */
  readonly indexOf: readonly (number | undefined)[];
}

const unsorted = Sort.unsorted();

const nothingFound: KeysetResult<never> = { entities: [], hasNext: false, keysAt: () => ({}) };

/** Reads and writes the entities of one class. */
export class EntityStore<T> {
  /** The model of the class. */
  readonly model: EntityModel<T>;
  /** Saves and deletes. */
  readonly writer: EntityWriter<T>;
  /** The models of the database. */
  readonly models: EntityModels;
  /** The queries that are expected at run time, by their source. */
  readonly expected: Map<string, ExpectedQuery> = new Map();
  readonly #rows: RowStore;
  readonly #hydrators: Hydrators;
  readonly #hydrator: Hydrator;
  readonly #guard: RowGuard<T>;
  /** The columns of an existence check: always the same list, as it is the key of cached statements. */
  readonly #firstId: readonly ColumnRef[];
  readonly #sorts = new WeakMap<Sort, readonly ResolvedOrder[]>();

  /**
   * Creates the store.
   *
   * @param rows the store of rows
   * @param hydrators the hydrators of the database
   * @param model the model of the class
   */
  constructor(rows: RowStore, hydrators: Hydrators, model: EntityModel<T>) {
    const { models } = hydrators;
    this.#rows = rows;
    this.models = models;
    this.#hydrators = hydrators;
    this.model = model;
    this.writer = new EntityWriter(rows, models, model);
    this.#hydrator = hydrators.of(model);
    this.#guard = new RowGuard(this);
    this.#firstId = [this.#hydrator.columns[this.#hydrator.idIndexes[0]!]!];
  }

  /** Checks criteria and sorts without reading anything. @throws when a path or a value does not fit */
  check(query: EntityQuery<T>): void {
    this.#criteria(query.matching);
    this.#orders(query.sort);
  }

  /** Reads entities. */
  async find(query: EntityQuery<T>): Promise<T[]> {
    const hydrator = this.#hydratorFor(query.select);
    const rows = await this.#rows.select({
      model: this.model,
      columns: hydrator.columns,
      criteria: this.#criteria(query.matching),
      orders: this.#orders(query.sort),
      offset: query.offset ?? 0,
      limit: query.limit,
      lock: query.lock,
    }, query.signal);
    return await this.#entities(hydrator, rows, query.signal);
  }

  /** Reads the entities behind or before a position. */
  async findFrom(position: KeysetScrollPosition, query: EntityQuery<T>): Promise<KeysetResult<T>> {
    // Keys need the declared types of their columns, to be as exact as the stored values.
    await this.#rows.learn([this.model]);
    const natural = this.#orders(query.sort);
    const orders = position.scrollsBackward ? reverseOrders(natural) : natural;
    const hydrator = this.#hydratorFor(query.select);
    const criteria = this.#criteria(query.matching);
    const ranges = rangesAfter(orders, position.keys, this.#rows.indexedTuples);
    const columns = [...hydrator.columns, ...orders.map(({ column }): ColumnRef => ({ ...column, isKey: true }))];
    const limit = query.limit === undefined ? undefined : query.limit + 1;
    const { lock, signal } = query;
    const rows = await this.#rows.select(
      { model: this.model, columns, criteria, orders, ranges, offset: 0, limit, lock },
      signal,
    );
    const hasNext = query.limit !== undefined && rows.length > query.limit;
    if (hasNext) rows.length = query.limit;
    if (position.scrollsBackward) rows.reverse();
    const entities = await this.#entities(hydrator, rows, query.signal);
    return { entities, hasNext, keysAt: (index) => keysOf(orders, rows[index]!.slice(hydrator.columns.length)) };
  }

  /**
   * Reads the children of several parents by one statement, from a position or an offset.
   *
   * @param under the path to the parents, and the parents
   * @param query condition, sort, offset, and the limit per parent
   * @param position the position to read from, the same for each parent; absent for the first rows
   * @returns the children of each parent, in the order of the parents
   */
  async findEach(
    under: UnderParents,
    query: EntityQuery<T>,
    position?: KeysetScrollPosition,
  ): Promise<KeysetResult<T>[]> {
    const { parents, criteria, indexOf } = this.#under(under, query.matching);
    const natural = this.#orders(query.sort);
    const isBackward = position?.scrollsBackward ?? false;
    const orders = isBackward ? reverseOrders(natural) : natural;
    const hydrator = this.#hydratorFor(query.select);
    const columns = [...hydrator.columns, ...orders.map(({ column }) => column)];
    const limit = query.limit === undefined ? undefined : query.limit + 1;
    const ranges = position === undefined
      ? {}
      : { ranges: rangesAfter(orders, position.keys, this.#rows.indexedTuples) };
    const { offset = 0, signal } = query;
    const rows = parents.values.length === 0 ? [] : await this.#rows.selectEach(
      { model: this.model, columns, criteria, orders, ...ranges, offset, limit, parents },
      signal,
    );
    const byParent = Map.groupBy(rows, ({ parent }) => parent);
    const windows = parents.values.map((_, parent) => {
      const own = byParent.get(parent) ?? [];
      const hasNext = query.limit !== undefined && own.length > query.limit;
      if (hasNext) own.length = query.limit;
      if (isBackward) own.reverse();
      return { rows: own.map(({ values }) => values), hasNext };
    });
    const entities = await this.#entities(hydrator, windows.flatMap(({ rows }) => rows), signal);
    let start = 0;
    const results = windows.map(({ rows, hasNext }): KeysetResult<T> => {
      const own = entities.slice(start, start += rows.length);
      return { entities: own, hasNext, keysAt: (i) => keysOf(orders, rows[i]!.slice(hydrator.columns.length)) };
    });
    return indexOf.map((index) => index === undefined ? nothingFound : results[index]!);
  }

  /** Counts the matching children of each parent by one statement, in the order of the parents. */
  async countEach(
    under: UnderParents,
    matching?: Criteria | Example<T>,
    signal?: AbortSignal,
  ): Promise<number[]> {
    const { parents, criteria, indexOf } = this.#under(under, matching);
    const counts = parents.values.length === 0
      ? []
      : await this.#rows.countEach({ model: this.model, criteria, parents }, signal);
    return indexOf.map((index) => index === undefined ? 0 : counts[index]!);
  }

  /** Counts the entities that match. */
  count(matching?: Criteria | Example<T>, signal?: AbortSignal): Promise<number> {
    return this.#rows.count(this.model, this.#criteria(matching), signal);
  }

  /** Computes aggregates of the entities that match, per group if groups are requested. */
  async aggregate(
    request: Omit<AggregateRequest, "criteria">,
    matching?: Criteria | Example<T>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]> {
    const resolver = new AggregateResolver(this.models, this.model as EntityModel);
    const resolved = resolver.resolve({ ...request, criteria: this.#criteria(matching) });
    const rows = await this.#rows.aggregate(resolved.query, signal);
    return rows.map((row) => aggregateRow(request.aggregates, resolved, row));
  }

  /** Returns whether any entity matches. */
  exists(matching: Criteria | Example<T>, signal?: AbortSignal): Promise<boolean> {
    return this.#hasAny(matching, signal === undefined ? {} : { signal });
  }

  /** Locks the rows that match until the transaction ends. @returns whether there are any */
  lock(matching: Criteria): Promise<boolean> {
    return this.#hasAny(matching, { lock: "update" });
  }

  /** Returns the error of saving an entity whose row was deleted; `undefined` if `save` inserts it. */
  errorWithoutRow(entity: T): Error | undefined {
    return this.writer.errorWithoutRow(entity);
  }

  /** Saves an entity that the rules of rows allow. */
  save(entity: T, options: SaveOptions = {}): Promise<T> {
    return this.#guard.save(entity, options, (chosen) => this.writer.save(entity, chosen));
  }

  /** Saves several entities that the rules of rows allow, in one transaction. */
  saveAll(entities: readonly T[], options: CallOptions): Promise<T[]> {
    if (!this.#guard.isActive) return this.writer.saveAll(entities, options);
    return this.inTransaction(async () => {
      const saved: T[] = [];
      for (const entity of entities) saved.push(await this.save(entity, options));
      return saved;
    }, options);
  }

  /** Inserts or changes an entity that the rules of rows allow. */
  upsert(entity: T, on: readonly string[] | undefined, signal: AbortSignal | undefined): Promise<T> {
    const options = signal === undefined ? {} : { signal };
    return this.#guard.upsert(entity, on, {
      insert: () => this.writer.save(entity, { ...options, isNew: true }),
      upsert: () => this.writer.upsert(entity, on, signal),
    });
  }

  /** Deletes an entity that the rules of rows allow. */
  delete(entity: T, options: CallOptions): Promise<void> {
    return this.#guard.delete(entity, () => this.writer.delete(entity, options));
  }

  /** Deletes the rows that match. @returns their number */
  deleteMatching(matching: Criteria | Example<T>, signal?: AbortSignal): Promise<number> {
    return this.writer.deleteMatching(this.#criteria(matching), signal);
  }

  /** Changes properties of the rows that match. @returns their number */
  changeMatching(matching: Criteria | Example<T>, changes: object, signal?: AbortSignal): Promise<number> {
    return this.#guard.change(matching, (allowed) => this.#change(allowed, changes, signal));
  }

  /** Locks the rows that match until the transaction ends. @returns their ids */
  async lockIds(matching: Criteria | Example<T>): Promise<unknown[]> {
    const found = await this.find({ matching, select: [], lock: "update" });
    return found.map((entity) => this.model.id.of(entity as object));
  }

  /** Runs work in the current transaction, or in a new one. */
  inTransaction<R>(work: () => Promise<R>, options?: TransactionOptions): Promise<R> {
    return this.#rows.transactions.run(work, options);
  }

  async #change(matching: Criteria | Example<T>, changes: object, signal?: AbortSignal): Promise<number> {
    const criteria = this.#criteria(matching);
    const columns = rowChange(this.models, this.model, changes);
    return columns.length === 0
      ? await this.#rows.count(this.model, criteria, signal)
      : await this.#rows.change(this.model, criteria, { changes: columns, signal });
  }

  async #hasAny(
    matching: Criteria | Example<T>,
    { lock, signal }: Pick<EntityQuery<T>, "lock" | "signal">,
  ): Promise<boolean> {
    const criteria = this.#criteria(matching);
    const query = { model: this.model, columns: this.#firstId, criteria, orders: [], offset: 0, limit: 1, lock };
    return (await this.#rows.select(query, signal)).length > 0;
  }

  #under({ path: text, parents }: UnderParents, matching?: Criteria | Example<T>): ResolvedUnder {
    const path = parentPath(this.models, this.model, text);
    const places = new Map<unknown, number>();
    const values: unknown[] = [];
    const indexOf = Array.from(parents, (parent) => {
      const value = path.valueOf(parent);
      if (value === null) return undefined;
      const key = idKey(value);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, values.length);
      return values.push(value) - 1;
    });
    const criteria: ResolvedCriteria = { kind: "and", operands: [path.criteria, this.#criteria(matching)] };
    return { parents: { column: path.column, values }, criteria, indexOf };
  }

  #hydratorFor(select: readonly string[] | undefined): Hydrator {
    return select === undefined ? this.#hydrator : this.#hydrators.selecting(this.model, select);
  }

  async #entities(hydrator: Hydrator, rows: readonly unknown[][], signal?: AbortSignal): Promise<T[]> {
    const loader = new ReferenceLoader(this.#rows, this.models, signal);
    // The hydrator creates instances of the model's class.
    return await loader.load(hydrator, rows) as T[];
  }

  /** Returns the columns of a sort, cached by the sort object. */
  #orders(sort: Sort = unsorted): readonly ResolvedOrder[] {
    let orders = this.#sorts.get(sort);
    if (orders === undefined) this.#sorts.set(sort, orders = resolveSort(this.models, this.model, sort));
    return orders;
  }

  #criteria(matching: Criteria | Example<T> = everything): ResolvedCriteria {
    const criteria = matching instanceof Example ? exampleCriteria(this.models, this.model, matching) : matching;
    const resolver = new CriteriaResolver(this.models, this.model);
    const rows = this.models.rowAccess.criteriaOf(this.model.type);
    // Resolved separately: within one junction, conditions on a list apply to the same element.
    return rows === undefined
      ? resolver.resolve(criteria)
      : { kind: "and", operands: [resolver.resolve(rows), resolver.resolve(criteria)] };
  }
}

function keysOf(orders: readonly ResolvedOrder[], values: readonly unknown[]): Keys {
  return Object.fromEntries(orders.map(({ column }, index) => [column.path, keyOf(values[index])]));
}

/** Converts values of `Temporal` to text, as keys hold them. */
function keyOf(value: unknown): unknown {
  return isTemporal(value) ? String(value) : value;
}
