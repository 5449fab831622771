import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import type { AggregateQuery } from "../../query/aggregate_query.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { EachQuery, Row, RowOfParent, RowQuery } from "../../query/row_query.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Semaphore } from "../semaphore.ts";
import { readOnlyTransaction } from "../read_only_transaction.ts";
import type {
  ChangeOptions,
  ClearedRows,
  LinkedTargets,
  LinkEnds,
  LinkTable,
  RowStore,
  UniqueUpsert,
  UpdateOptions,
  UpsertOptions,
} from "../row_store.ts";
import { type BeginOptions, requireTransaction, TransactionManager } from "../transaction_manager.ts";
import { compareValues } from "../../compare_values.ts";
import { evaluate } from "./evaluate_criteria.ts";
import { IntegrityRules } from "./integrity_rules.ts";
import { changedRow, changedValue, copied, madeId, nextCount } from "./row_values.ts";
import { aggregated } from "./memory_aggregates.ts";
import { MemoryTables } from "./tables.ts";
import { type UndoSession, undoSession } from "./undo_session.ts";

/** A store in memory, for tests and data that may be lost. One transaction runs at a time. */
export class MemoryRowStore implements RowStore {
  readonly name = "memory:";
  readonly isInMemory = true;
  readonly maxTransactions = 1;
  readonly indexedTuples = "all";
  readonly transactions: TransactionManager<UndoSession>;
  readonly #tables: MemoryTables;
  readonly #rules: IntegrityRules;
  readonly #mutex = new Semaphore();
  #isClosed = false;
  // The undo log of the current statement outside of a transaction.
  readonly #loose: (() => void)[] = [];

  /** @param models the models of the database */
  constructor(models: EntityModels) {
    this.#tables = new MemoryTables(models);
    this.#rules = new IntegrityRules(models, this.#tables);
    this.transactions = new TransactionManager((options) => this.#begin(options), { isolation: "serializable" });
  }

  // deno-lint-ignore require-await -- an error becomes a rejection
  async open(): Promise<void> {
    this.#requireOpen();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  // deno-lint-ignore require-await -- an error becomes a rejection
  async createTables(models: readonly EntityModel[]): Promise<void> {
    this.#requireOpen();
    models.forEach((model) => this.#rules.know(model));
  }

  select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]> {
    return this.#inTurn(() => {
      // No locks are needed, as transactions run one at a time.
      if (query.lock !== undefined) requireTransaction(this.transactions);
      const found = this.#matching(query.model, criteriaOf(query));
      if (query.orders.length > 0) found.sort((a, b) => this.#compare(query.orders, a, b));
      const end = query.limit === undefined ? undefined : query.offset + query.limit;
      return found.slice(query.offset, end).map((row) => this.#valuesOf(row, query.columns));
    }, signal);
  }

  selectEach(query: EachQuery, signal?: AbortSignal): Promise<RowOfParent[]> {
    return this.#inTurn(() => {
      const end = query.limit === undefined ? undefined : query.offset + query.limit;
      return this.#underEach({ ...query, criteria: criteriaOf(query) }).flatMap((found, parent) => {
        if (query.orders.length > 0) found.sort((a, b) => this.#compare(query.orders, a, b));
        return found.slice(query.offset, end).map((row) => ({ parent, values: this.#valuesOf(row, query.columns) }));
      });
    }, signal);
  }

  countEach(query: Pick<EachQuery, "model" | "criteria" | "parents">, signal?: AbortSignal): Promise<number[]> {
    return this.#inTurn(() => this.#underEach(query).map(({ length }) => length), signal);
  }

  learn(): Promise<void> {
    return Promise.resolve();
  }

  aggregate(query: AggregateQuery, signal?: AbortSignal): Promise<unknown[][]> {
    return this.#inTurn(() => {
      const rows = aggregated(this.#tables, query, this.#matching(query.model, query.criteria));
      return rows.map((row) => row.map(copied));
    }, signal);
  }

  count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#inTurn(() => this.#matching(model, criteria).length, signal);
  }

  insert(model: EntityModel, rows: readonly Row[], signal?: AbortSignal): Promise<Row[]> {
    return this.#change(() => rows.map((row) => this.#add(model, row)), signal);
  }

  upsert(model: EntityModel, rows: readonly Row[], { columns, signal }: UpsertOptions): Promise<void> {
    return this.#change(() =>
      rows.forEach((row) => {
        const stored = this.#tables.of(model).rows.get(idKey(model.id.ofRow(row)));
        this.#put(model, stored === undefined ? row : changedRow(stored, row, columns));
      }), signal);
  }

  upsertBy(model: EntityModel, row: Row, { on, columns, signal }: UniqueUpsert): Promise<Row> {
    return this.#change(() => {
      const { version } = model;
      const stored = this.#tables.of(model).rows.get(this.#rules.ownerOf(model, on, row));
      if (stored === undefined) return this.#add(model, row);
      const changed = changedRow(stored, row, columns);
      if (version !== undefined) changed[version.column] = nextCount(stored[version.column]);
      this.#put(model, changed);
      const others = Object.keys(changed).filter((column) => !columns.includes(column));
      return Object.fromEntries(others.map((column) => [column, copied(changed[column])]));
    }, signal);
  }

  update(model: EntityModel, row: Row, { version, columns, signal }: UpdateOptions): Promise<number> {
    return this.#change(() => {
      const stored = this.#tables.of(model).rows.get(idKey(model.id.ofRow(row)));
      if (stored === undefined) return 0;
      if (version !== undefined && model.version !== undefined && stored[model.version.column] !== version) return 0;
      this.#put(model, changedRow(stored, row, columns));
      return 1;
    }, signal);
  }

  clear(model: EntityModel, { criteria, columns }: ClearedRows, signal?: AbortSignal): Promise<void> {
    return this.#change(() => {
      const { version } = model;
      for (const row of this.#matching(model, criteria)) {
        const changed = { ...row, ...Object.fromEntries(columns.map(({ column }) => [column, null])) };
        if (version !== undefined) changed[version.column] = nextCount(row[version.column]);
        this.#put(model, changed);
      }
    }, signal);
  }

  change(
    model: EntityModel,
    criteria: ResolvedCriteria,
    { changes, signal }: ChangeOptions,
  ): Promise<number> {
    return this.#change(() => {
      const found = this.#matching(model, criteria);
      for (const row of found) {
        const changed = changes.map((change) => [change.column.column, changedValue(row, change)]);
        this.#put(model, { ...row, ...Object.fromEntries(changed) });
      }
      return found.length;
    }, signal);
  }

  delete(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#change(() => {
      const { rows } = this.#tables.of(model);
      const deleted = this.#matching(model, criteria);
      const deletedRows = new Set(deleted);
      this.#rules.checkRemoval(model, deletedRows);
      this.#undoable(this.#tables.removeLists(model, new Set(deleted.map((row) => idKey(model.id.ofRow(row))))));
      for (const row of deleted) {
        const key = idKey(model.id.ofRow(row));
        rows.delete(key);
        this.#undoable(() => void rows.set(key, row));
        this.#undoable(this.#rules.replace(model, row, undefined));
      }
      return deleted.length;
    }, signal);
  }

  selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]> {
    return this.#inTurn(() => {
      const links = this.#tables.links(link);
      return owners.flatMap((owner) => (links.get(idKey(owner)) ?? []).map((id): [unknown, unknown] => [owner, id]));
    }, signal);
  }

  removeLinks(link: LinkTable, { end, ids: removedIds }: LinkEnds, signal?: AbortSignal): Promise<void> {
    return this.#change(() => {
      const removed = new Set(removedIds.map(idKey));
      const links = this.#tables.links(link);
      for (const [owner, ids] of links) {
        const left = end === "owner"
          ? ids.filter(() => !removed.has(owner))
          : ids.filter((id) => !removed.has(idKey(id)));
        if (left.length === ids.length) continue;
        links.set(owner, left);
        this.#undoable(() => void links.set(owner, ids));
      }
    }, signal);
  }

  replaceLinks(link: LinkTable, { owner, targets }: LinkedTargets, signal?: AbortSignal): Promise<void> {
    return this.#change(() => {
      const links = this.#tables.links(link);
      const before = links.get(idKey(owner)) ?? [];
      const list = { model: link.owner, path: link.property.name };
      targets.forEach((id) => this.#rules.checkExists(link.target, id, list));
      links.set(idKey(owner), [...targets]);
      this.#undoable(() => void links.set(idKey(owner), before));
    }, signal);
  }

  /** Inserts a row. @returns the columns of its id */
  #add(model: EntityModel, row: Row): Row {
    const table = this.#tables.of(model);
    const { only } = model.id;
    const added = only === undefined
      ? row
      : { ...row, [only.column]: row[only.column] ?? madeId(only.type, ++table.lastId) };
    const id = model.id.ofRow(added);
    this.#rules.checkFree(model, id);
    this.#put(model, added);
    return model.id.row(id);
  }

  #put(model: EntityModel, row: Row): void {
    this.#rules.check(model, row);
    const table = this.#tables.of(model);
    const { rows } = table;
    const id = model.id.ofRow(row);
    if (typeof id === "bigint" || Number.isInteger(id)) table.passId(BigInt(id as bigint | number));
    const key = idKey(id);
    const before = rows.get(key);
    rows.set(key, Object.fromEntries(Object.entries(row).map(([column, value]) => [column, copied(value)])));
    this.#undoable(() => before === undefined ? rows.delete(key) : rows.set(key, before));
    this.#undoable(this.#rules.replace(model, before, rows.get(key)));
  }

  #matching(model: EntityModel, criteria: ResolvedCriteria): Row[] {
    const rows = [...this.#tables.of(model).rows.values()];
    if (criteria.kind === "and" && criteria.operands.length === 0) return rows;
    return rows.filter((row) => evaluate(this.#tables, criteria, row) === true);
  }

  #valuesOf(row: Row, columns: readonly ColumnRef[]): unknown[] {
    return columns.map((column) => copied(this.#tables.value(row, column)));
  }

  /** Returns the children of each parent. */
  #underEach({ model, criteria, parents }: Pick<EachQuery, "model" | "criteria" | "parents">): Row[][] {
    const operands = criteria.kind === "and" ? criteria.operands : [criteria];
    const own = operands.find((operand) => operand.kind === "parent");
    if (own === undefined) return parents.values.map((value) => this.#matching(model, ofParent(criteria, value)));
    // One pass over the rows for all parents.
    const rest = this.#matching(model, { kind: "and", operands: operands.filter((operand) => operand !== own) });
    const rows = Map.groupBy(rest, (row) => idKey(this.#tables.value(row, own.column)));
    return parents.values.map((value) => rows.get(idKey(value)) ?? []);
  }

  #compare(orders: readonly ResolvedOrder[], a: Row, b: Row): number {
    for (const { column, descending, nullsFirst, ignoreCase } of orders) {
      const fold = (value: unknown) => ignoreCase && typeof value === "string" ? value.toLowerCase() : value;
      const [x, y] = [fold(this.#tables.value(a, column)), fold(this.#tables.value(b, column))];
      if (x === null && y === null) continue;
      if (x === null || y === null) return (x === null) === nullsFirst ? -1 : 1;
      const order = compareValues(x, y, column.type);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  }

  // A statement that fails undoes its changes.
  #atomically<R>(work: () => R): R {
    const undo = this.transactions.session?.undo ?? this.#loose;
    const start = undo.length;
    try {
      return work();
    } catch (error) {
      for (const step of undo.splice(start).reverse()) step();
      throw error;
    } finally {
      this.#loose.length = 0;
    }
  }

  #undoable(step: () => void): void {
    (this.transactions.session?.undo ?? this.#loose).push(step);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw closedStore(this.name);
  }

  async #inTurn<R>(work: () => R, signal?: AbortSignal): Promise<R> {
    this.#requireOpen();
    signal?.throwIfAborted();
    if (this.transactions.session !== undefined || !this.#mutex.isTaken) return this.#atomically(work);
    const unlock = await this.#mutex.acquire(signal);
    try {
      return this.#atomically(work);
    } finally {
      unlock();
    }
  }

  async #change<R>(work: () => R, signal?: AbortSignal): Promise<R> {
    if (this.transactions.session?.readOnly) throw readOnlyTransaction();
    return await this.#inTurn(work, signal);
  }

  async #begin({ signal, readOnly = false }: BeginOptions): Promise<UndoSession> {
    this.#requireOpen();
    const unlock = await this.#mutex.acquire(signal);
    return undoSession(readOnly, unlock);
  }
}

// A table in memory is scanned anyway, so the ranges become one condition.
function criteriaOf({ criteria, ranges }: Pick<RowQuery, "criteria" | "ranges">): ResolvedCriteria {
  if (ranges === undefined) return criteria;
  const operands = criteria.kind === "and" ? criteria.operands : [criteria];
  return { kind: "and", operands: [...operands, { kind: "or", operands: ranges.map((range) => range.criteria) }] };
}

/** Returns the criteria of the children of one parent. */
function ofParent(criteria: ResolvedCriteria, value: unknown): ResolvedCriteria {
  switch (criteria.kind) {
    case "parent":
      return { kind: "comparison", column: criteria.column, operator: "=", value, ignoreCase: false };
    case "and":
    case "or":
      return { kind: criteria.kind, operands: criteria.operands.map((operand) => ofParent(operand, value)) };
    case "some":
      return { ...criteria, criteria: ofParent(criteria.criteria, value) };
    default:
      return criteria;
  }
}
