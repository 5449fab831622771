import type { EntityModel } from "../entity/entity_model.ts";
import type { StoredType } from "../entity/property_model.ts";
import type { ColumnRef, ResolvedCriteria } from "./resolved_criteria.ts";

/** What a store computes of the rows of a group. */
export interface Measure {
  readonly kind: "count" | "countDistinct" | "sum" | "avg" | "min" | "max";
  /** The column; absent where rows are counted. */
  readonly column?: ColumnRef;
  /** What the value is: whole and decimal numbers are summed up to decimal numbers. */
  readonly result: StoredType;
}

/** An order of groups. */
export interface GroupOrder {
  /** The name of a measure, or the path of a column of the group. */
  readonly name: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** A query for values that are computed of many rows. */
export interface AggregateQuery {
  readonly model: EntityModel;
  readonly criteria: ResolvedCriteria;
  /** The columns that the rows of a group have in common; none where all rows are one group. */
  readonly groups: readonly ColumnRef[];
  /** What is returned behind the columns of the group. */
  readonly measures: readonly Measure[];
  /** The measures that `having` and `orders` know, by name. */
  readonly named: ReadonlyMap<string, Measure>;
  /** What a group has to match; its columns are names of measures and paths of the group. */
  readonly having: ResolvedCriteria | undefined;
  readonly orders: readonly GroupOrder[];
  readonly limit: number | undefined;
}
