import type { EntityChanges } from "../entity/entity_changes.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { AggregateQuery } from "../query/aggregate_query.ts";
import type { ResolvedCriteria } from "../query/resolved_criteria.ts";
import type { EachQuery, Row, RowOfParent, RowQuery } from "../query/row_query.ts";
import type {
  ChangeOptions,
  ClearedRows,
  IndexedTuples,
  LinkedTargets,
  LinkEnds,
  LinkTable,
  RowStore,
  UniqueUpsert,
  UpdateOptions,
  UpsertOptions,
} from "./row_store.ts";

/** A store of rows that reports changed entities after the transaction is committed. */
export class ReportingRowStore implements RowStore {
  readonly #rows: RowStore;
  readonly #changes: EntityChanges;

  /**
   * @param rows the wrapped store
   * @param changes receives the reports
   */
  constructor(rows: RowStore, changes: EntityChanges) {
    this.#rows = rows;
    this.#changes = changes;
  }

  get name(): string {
    return this.#rows.name;
  }

  get isInMemory(): boolean {
    return this.#rows.isInMemory;
  }

  get folder(): string | undefined {
    return this.#rows.folder;
  }

  get indexedTuples(): IndexedTuples {
    return this.#rows.indexedTuples;
  }

  get maxTransactions(): number {
    return this.#rows.maxTransactions;
  }

  get transactions(): RowStore["transactions"] {
    return this.#rows.transactions;
  }

  open(): Promise<void> {
    return this.#rows.open();
  }

  close(): Promise<void> {
    return this.#rows.close();
  }

  createTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<void> {
    return this.#rows.createTables(models, links);
  }

  select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]> {
    return this.#rows.select(query, signal);
  }

  selectEach(query: EachQuery, signal?: AbortSignal): Promise<RowOfParent[]> {
    return this.#rows.selectEach(query, signal);
  }

  countEach(query: Pick<EachQuery, "model" | "criteria" | "parents">, signal?: AbortSignal): Promise<number[]> {
    return this.#rows.countEach(query, signal);
  }

  aggregate(query: AggregateQuery, signal?: AbortSignal): Promise<unknown[][]> {
    return this.#rows.aggregate(query, signal);
  }

  count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#rows.count(model, criteria, signal);
  }

  learn(models: readonly EntityModel[]): Promise<void> {
    return this.#rows.learn(models);
  }

  selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]> {
    return this.#rows.selectLinks(link, owners, signal);
  }

  insert(model: EntityModel, rows: readonly Row[], signal?: AbortSignal): Promise<Row[]> {
    return this.#reported(model, this.#rows.insert(model, rows, signal));
  }

  upsert(model: EntityModel, rows: readonly Row[], options: UpsertOptions): Promise<void> {
    return this.#reported(model, this.#rows.upsert(model, rows, options));
  }

  upsertBy(model: EntityModel, row: Row, options: UniqueUpsert): Promise<Row> {
    return this.#reported(model, this.#rows.upsertBy(model, row, options));
  }

  update(model: EntityModel, row: Row, options: UpdateOptions): Promise<number> {
    return this.#reported(model, this.#rows.update(model, row, options));
  }

  clear(model: EntityModel, change: ClearedRows, signal?: AbortSignal): Promise<void> {
    return this.#reported(model, this.#rows.clear(model, change, signal));
  }

  change(model: EntityModel, criteria: ResolvedCriteria, options: ChangeOptions): Promise<number> {
    return this.#reported(model, this.#rows.change(model, criteria, options));
  }

  delete(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    return this.#reported(model, this.#rows.delete(model, criteria, signal));
  }

  removeLinks(link: LinkTable, ends: LinkEnds, signal?: AbortSignal): Promise<void> {
    return this.#reported(link.owner, this.#rows.removeLinks(link, ends, signal));
  }

  replaceLinks(link: LinkTable, targets: LinkedTargets, signal?: AbortSignal): Promise<void> {
    return this.#reported(link.owner, this.#rows.replaceLinks(link, targets, signal));
  }

  #reported<R>(model: EntityModel, change: Promise<R>): Promise<R> {
    return this.#changes.isObserved ? this.#report(model, change) : change;
  }

  async #report<R>(model: EntityModel, change: Promise<R>): Promise<R> {
    const changed = await change;
    await this.#rows.transactions.afterCommit(() => this.#changes.notify(model.type));
    return changed;
  }
}
