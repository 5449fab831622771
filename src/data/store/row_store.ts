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

/** A list of entities that is kept in a table of its own. */
export interface LinkTable {
  readonly owner: EntityModel;
  readonly target: EntityModel;
  readonly property: CollectionProperty;
}

/** What a store of rows can do; entities, references and repositories are built on it. */
export interface RowStore {
  /** Shown in messages, without any password. */
  readonly name: string;
  /** Whether the data is kept in memory alone. */
  readonly isInMemory: boolean;
  /** The folder that holds the data; absent in memory, and where a server keeps it. */
  readonly folder?: string | undefined;
  /** Comparisons of tuples that an index serves. */
  readonly indexedTuples: IndexedTuples;
  /** Maximum number of writing transactions at the same time. */
  readonly maxTransactions: number;
  /** The store's units of work. */
  readonly transactions: Transactions & { readonly fate: TransactionFate | undefined };
  /** Opens the store, unless it is open. */
  open(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
  /** Makes the tables that are missing. */
  createTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<void>;
  /** Reads rows: the values in the sequence of the query's columns. */
  select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]>;
  /** Reads rows under each of many parents by one statement, in the sequence of the parents and then of the orders. */
  selectEach(query: EachQuery, signal?: AbortSignal): Promise<RowOfParent[]>;
  /** Counts the rows under each of many parents by one statement, in the sequence of the parents. */
  countEach(query: Pick<EachQuery, "model" | "criteria" | "parents">, signal?: AbortSignal): Promise<number[]>;
  /** Computes values of many rows: those of each group, its columns first. */
  aggregate(query: AggregateQuery, signal?: AbortSignal): Promise<unknown[][]>;
  /** Counts rows. */
  count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number>;
  /** Reads what the database says about the columns of entities, unless that is known. */
  learn(models: readonly EntityModel[]): Promise<void>;
  /** Adds rows. @returns what the database made of each: the id where a row lacks it, defaults, generated columns */
  insert(model: EntityModel, rows: readonly Row[], signal?: AbortSignal): Promise<Row[]>;
  /** Adds rows, or changes those whose id exists. */
  upsert(model: EntityModel, rows: readonly Row[], options: UpsertOptions): Promise<void>;
  /** Adds a row, or changes the one of the same unique values. @returns what the row has that was not given */
  upsertBy(model: EntityModel, row: Row, options: UniqueUpsert): Promise<Row>;
  /** Changes the row of the same id, and of the given version where one is given. @returns how many: 0 or 1 */
  update(model: EntityModel, row: Row, options: UpdateOptions): Promise<number>;
  /** Sets columns to null, and counts the versions on. */
  clear(model: EntityModel, change: ClearedRows, signal?: AbortSignal): Promise<void>;
  /** Changes columns of the rows that match. @returns how many */
  change(model: EntityModel, criteria: ResolvedCriteria, options: ChangeOptions): Promise<number>;
  /** Removes rows. @returns how many */
  delete(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number>;
  /** Reads pairs of owner id and target id, in the order of the lists. */
  selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]>;
  /** Removes the lists of owners, or takes elements out of all lists. */
  removeLinks(link: LinkTable, ends: LinkEnds, signal?: AbortSignal): Promise<void>;
  /** Replaces the list of an owner. */
  replaceLinks(link: LinkTable, targets: LinkedTargets, signal?: AbortSignal): Promise<void>;
}

/** What rows become. */
export interface ChangeOptions {
  /** The columns that change, one at least. */
  readonly changes: readonly ColumnChange[];
  readonly signal?: AbortSignal | undefined;
}

/** How rows are added or changed. */
export interface UpsertOptions {
  /** The columns that change where the row exists; all when left out. */
  readonly columns?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a row is added, or the one of the same unique values is changed; its version counts on. */
export interface UniqueUpsert {
  /** The columns whose values are unique together. */
  readonly on: readonly string[];
  /** The columns that change where the row exists. */
  readonly columns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** How a row is changed. */
export interface UpdateOptions extends UpsertOptions {
  /** The version that must still be the stored one; `undefined` for any. */
  readonly version?: unknown;
}

/** Rows that lose values. */
export interface ClearedRows {
  readonly criteria: ResolvedCriteria;
  /** The columns that become null; none where the version alone counts on. */
  readonly columns: readonly ColumnRef[];
}

/** Owners of lists, or elements of them. */
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
