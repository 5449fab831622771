import type { LockMode } from "../repository.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { KeyRange } from "./keyset.ts";
import type { Parents } from "./parents.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "./resolved_criteria.ts";

/**
 * A row of a table: values by column name. Dates, bigints, bytes and JSON are JavaScript values. For `undefined` the
 * database supplies the default, or else null.
 */
export type Row = Record<string, unknown>;

/** A query to a store of rows. */
export interface RowQuery {
  readonly model: EntityModel;
  readonly columns: readonly ColumnRef[];
  readonly criteria: ResolvedCriteria;
  readonly orders: readonly ResolvedOrder[];
  /** Ranges of the matching rows, which are read in their order; absent for all matching rows. */
  readonly ranges?: readonly KeyRange[];
  readonly offset: number;
  /** `undefined` for all. */
  readonly limit: number | undefined;
  /** Locks the rows until the transaction ends; `"delete"` also keeps new references to them waiting. */
  readonly lock?: LockMode | "delete" | undefined;
}

/**
 * What a store reads under each of many parents: offset and limit hold for each of them. The last columns are those of
 * the orders.
 */
export interface EachQuery extends Omit<RowQuery, "lock"> {
  readonly parents: Parents;
}

/** A row that was read as a child of a parent. */
export interface RowOfParent {
  /** The index of the parent. */
  readonly parent: number;
  readonly values: unknown[];
}
