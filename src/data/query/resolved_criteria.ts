import type { Class } from "../../kernel/mod.ts";
import type { ComparisonOperator, TextMatch } from "../criteria.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { CollectionProperty, ReferenceProperty, StoredType } from "../entity/property_model.ts";

/** A column, and the references that lead to its table. */
export interface ColumnRef extends StoredType {
  /** The property path, for error messages. */
  readonly path: string;
  /** The references to follow, each from the table of the one before. */
  readonly via: readonly ReferenceProperty[];
  readonly column: string;
  /** Whether it may be null, on its own or because a reference on the way is. */
  readonly nullable: boolean;
  /** Whether it is read as a key, with the precision of the column. */
  readonly isKey?: boolean;
  /** The entity whose id it holds, or a part of it. */
  readonly references?: Class;
  /** For a composite id: the path of the reference, and the index of the id's property. */
  readonly part?: { readonly path: string; readonly index: number };
}

/** A column to sort by, with its direction and position of nulls. */
export interface ResolvedOrder {
  readonly column: ColumnRef;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly ignoreCase: boolean;
  /** Whether all rows that are read have null here, so that the order has no effect. */
  readonly isNull?: boolean;
}

/** Criteria for stores: paths are resolved to columns, and values fit them. */
export type ResolvedCriteria =
  | { readonly kind: "and" | "or"; readonly operands: readonly ResolvedCriteria[] }
  | { readonly kind: "not"; readonly operand: ResolvedCriteria }
  | ResolvedComparison
  | ResolvedTuple
  | ResolvedIn
  | ResolvedTuples
  | ResolvedText
  | { readonly kind: "null"; readonly column: ColumnRef }
  | ResolvedPresence
  | ResolvedParent
  | { readonly kind: "elements"; readonly column: ColumnRef; readonly member?: unknown }
  | ResolvedSome;

/** Compares a column with a value that is not null. */
export interface ResolvedComparison {
  readonly kind: "comparison";
  readonly column: ColumnRef;
  readonly operator: ComparisonOperator;
  readonly value: unknown;
  readonly ignoreCase: boolean;
}

/** Compares a column with a list of values that are not null. */
export interface ResolvedIn {
  readonly kind: "in";
  readonly column: ColumnRef;
  readonly values: readonly unknown[];
  readonly ignoreCase: boolean;
}

/** Compares several columns with a list of tuples of values that are not null. */
export interface ResolvedTuples {
  readonly kind: "tuples";
  readonly columns: readonly ColumnRef[];
  /** The tuples of values. */
  readonly values: readonly (readonly unknown[])[];
}

/** Checks whether a column is null, in a form that the index of a sort supports. */
export interface ResolvedPresence {
  readonly kind: "present" | "absent";
  readonly column: ColumnRef;
  /** Whether it is the index of a sort that ignores case. */
  readonly ignoreCase: boolean;
}

/** Compares a column with the current parent, in statements that read the children of several parents. */
export interface ResolvedParent {
  readonly kind: "parent";
  readonly column: ColumnRef;
}

/** Compares columns with values that are not null; the first difference decides. */
export interface ResolvedTuple {
  readonly kind: "tuple";
  readonly columns: readonly Pick<ResolvedOrder, "column" | "ignoreCase">[];
  readonly operator: "<" | ">";
  readonly values: readonly unknown[];
}

/** Searches a text column. */
export interface ResolvedText {
  readonly kind: "text";
  readonly column: ColumnRef;
  readonly match: TextMatch;
  readonly text: string;
  readonly ignoreCase: boolean;
}

/** Checks whether a collection has an element that matches. */
export interface ResolvedSome {
  readonly kind: "some";
  readonly via: readonly ReferenceProperty[];
  readonly collection: CollectionProperty;
  readonly owner: EntityModel;
  readonly target: EntityModel;
  readonly criteria: ResolvedCriteria;
}
