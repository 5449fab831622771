import type { EntityModel } from "../entity/entity_model.ts";
import type { StoredType } from "../entity/property_model.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/** An aggregate that a store computes over the rows of a group. */
export interface Measure {
  readonly kind: "count" | "countDistinct" | "sum" | "avg" | "min" | "max";
  /** The column; absent when rows are counted. */
  readonly column?: ColumnRef;
  /** The type of the value. Sums of whole and decimal numbers are decimal numbers. */
  readonly result: StoredType;
}

/** An order of groups. */
export interface GroupOrder {
  /** The name of a measure, or the path of a column of the group. */
  readonly name: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** A query for aggregates. */
export interface AggregateQuery {
  readonly model: EntityModel;
  readonly criteria: ResolvedCriteria;
  /** The columns that define the groups; none if all rows are one group. */
  readonly groups: readonly ColumnRef[];
  /** The aggregates that are returned after the columns of the group. */
  readonly measures: readonly Measure[];
  /** The aggregates that `having` and `orders` can use, by name. */
  readonly named: ReadonlyMap<string, Measure>;
  /** The condition on groups; its columns are names of aggregates and paths of the group. */
  readonly having: ResolvedCriteria | undefined;
  readonly orders: readonly GroupOrder[];
  readonly limit: number | undefined;
}
