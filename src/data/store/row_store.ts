import type { ColumnChange } from "../mapping/row_change.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { CollectionProperty } from "../entity/property_model.ts";
import type { AggregateQuery } from "../query/aggregate_query.ts";
import type { ColumnRef, ResolvedCriteria } from "../query/resolved_criteria.ts";
import type { IndexedTuples } from "../query/keyset.ts";
import type { EachQuery, Row, RowOfParent, RowQuery } from "../query/row_query.ts";
import type { Transactions } from "../transactions.ts";
import type { TransactionFate } from "./transaction_fate.ts";

export type { IndexedTuples };

/** A list of entities that is stored in a link table. */
export interface LinkTable {
  readonly owner: EntityModel;
  readonly target: EntityModel;
  readonly property: CollectionProperty;
}

/** A store of rows, on which entities, references and repositories are built. */
export interface RowStore {
  /** Name for messages, without any password. */
  readonly name: string;
  /** Whether the data is only in memory. */
  readonly isInMemory: boolean;
  /** The folder of the database file; absent for databases in memory and on servers. */
  readonly folder?: string | undefined;
  /** The tuple comparisons for which the database uses an index. */
  readonly indexedTuples: IndexedTuples;
  /** Maximum number of writing transactions at the same time. */
  readonly maxTransactions: number;
  /** The transactions of the store. */
  readonly transactions: Transactions & { readonly fate: TransactionFate | undefined };
  /** Opens the store, unless it is open. */
  open(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
  /** Creates the missing tables. */
  createTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<void>;
  /** Reads rows. Each holds its values in the order of the query's columns. */
  select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]>;
  /** Reads the children of several parents by one statement, in the order of the parents and then of the sort. */
  selectEach(query: EachQuery, signal?: AbortSignal): Promise<RowOfParent[]>;
  /** Counts the children of each parent by one statement, in the order of the parents. */
  countEach(query: Pick<EachQuery, "model" | "criteria" | "parents">, signal?: AbortSignal): Promise<number[]>;
  /** Computes aggregates. Each row holds the columns of its group, then the aggregates. */
  aggregate(query: AggregateQuery, signal?: AbortSignal): Promise<unknown[][]>;
  /** Counts rows. */
  count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number>;
  /** Reads the declared columns of entities from the catalogue, unless they are cached. */
  learn(models: readonly EntityModel[]): Promise<void>;
  /** Inserts rows. @returns the values that the database generated for each: id, defaults, generated columns */
  insert(model: EntityModel, rows: readonly Row[], signal?: AbortSignal): Promise<Row[]>;
  /** Inserts rows, or changes those whose id exists. */
  upsert(model: EntityModel, rows: readonly Row[], options: UpsertOptions): Promise<void>;
  /** Inserts a row, or changes the row with the same unique values. @returns the stored values that were not given */
  upsertBy(model: EntityModel, row: Row, options: UniqueUpsert): Promise<Row>;
  /** Changes the row with the same id and, if given, the same version. @returns the number of changed rows, 0 or 1 */
  update(model: EntityModel, row: Row, options: UpdateOptions): Promise<number>;
  /** Sets columns to null, and increments versions. */
  clear(model: EntityModel, change: ClearedRows, signal?: AbortSignal): Promise<void>;
  /** Changes columns of the rows that match. @returns their number */
  change(model: EntityModel, criteria: ResolvedCriteria, options: ChangeOptions): Promise<number>;
  /** Deletes rows. @returns their number */
  delete(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number>;
  /** Reads pairs of owner id and target id, in the order of the lists. */
  selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]>;
  /** Deletes the lists of owners, or removes elements from all lists. */
  removeLinks(link: LinkTable, ends: LinkEnds, signal?: AbortSignal): Promise<void>;
  /** Replaces the list of an owner. */
  replaceLinks(link: LinkTable, targets: LinkedTargets, signal?: AbortSignal): Promise<void>;
}

/** The changes to rows. */
export interface ChangeOptions {
  /** The columns that change, at least one. */
  readonly changes: readonly ColumnChange[];
  readonly signal?: AbortSignal | undefined;
}

/** Options of inserting or changing rows. */
export interface UpsertOptions {
  /** The columns that change if the row exists; all when left out. */
  readonly columns?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of an upsert by unique values, which increments the version of an existing row. */
export interface UniqueUpsert {
  /** The columns of the unique key. */
  readonly on: readonly string[];
  /** The columns that change if the row exists. */
  readonly columns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Options of changing a row. */
export interface UpdateOptions extends UpsertOptions {
  /** The version that must still be the stored one; `undefined` for any. */
  readonly version?: unknown;
}

/** Rows whose columns are set to null. */
export interface ClearedRows {
  readonly criteria: ResolvedCriteria;
  /** The columns that become null; none if only the version is incremented. */
  readonly columns: readonly ColumnRef[];
}

/** Owners or elements of lists. */
export interface LinkEnds {
  readonly end: "owner" | "target";
  readonly ids: readonly unknown[];
}

/** The list of one owner. */
export interface LinkedTargets {
  /** The owner's id. */
  readonly owner: unknown;
  /** The ids of the elements. */
  readonly targets: readonly unknown[];
}
