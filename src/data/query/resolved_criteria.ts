import type { Class } from "../../kernel/mod.ts";
import type { ComparisonOperator, TextMatch } from "../criteria.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { CollectionProperty, ReferenceProperty, StoredType } from "../entity/property_model.ts";

/** A column, and the references that lead to its table. */
export interface ColumnRef extends StoredType {
  /** What error messages call it: the property path. */
  readonly path: string;
  /** The references to follow, each from the table of the one before. */
  readonly via: readonly ReferenceProperty[];
  readonly column: string;
  /** Whether it may be null, on its own or because a reference on the way is. */
  readonly nullable: boolean;
  /** Whether it is read as a key, which is as exact as the column. */
  readonly isKey?: boolean;
  /** The entity whose id it holds, or a part of it. */
  readonly references?: Class;
  /** Where the id has several properties: the path of the reference, and which of them the column holds. */
  readonly part?: { readonly path: string; readonly index: number };
}

/** One column to sort by, with everything stated. */
export interface ResolvedOrder {
  readonly column: ColumnRef;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly ignoreCase: boolean;
  /** Whether no row that is read has a value, so that the order decides nothing. */
  readonly isNull?: boolean;
}

/** Criteria whose paths are columns and whose values fit them: what stores read. */
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

/** Looks a column up in a list of values that are not null. */
export interface ResolvedIn {
  readonly kind: "in";
  readonly column: ColumnRef;
  readonly values: readonly unknown[];
  readonly ignoreCase: boolean;
}

/** Looks several columns up together in a list of values that are not null. */
export interface ResolvedTuples {
  readonly kind: "tuples";
  readonly columns: readonly ColumnRef[];
  /** For each row that is looked for the values of the columns. */
  readonly values: readonly (readonly unknown[])[];
}

/** Asks whether a column has a value, or has none, in a form that an index of a sort serves. */
export interface ResolvedPresence {
  readonly kind: "present" | "absent";
  readonly column: ColumnRef;
  /** Whether it is the index of a sort that ignores case. */
  readonly ignoreCase: boolean;
}

/** Compares a column with the parent under which rows are read; only in statements that read under each of many. */
export interface ResolvedParent {
  readonly kind: "parent";
  readonly column: ColumnRef;
}

/** Compares columns with values that are not null, the first difference deciding. */
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

/** Asks whether a collection has an element that matches. */
export interface ResolvedSome {
  readonly kind: "some";
  readonly via: readonly ReferenceProperty[];
  readonly collection: CollectionProperty;
  readonly owner: EntityModel;
  readonly target: EntityModel;
  readonly criteria: ResolvedCriteria;
}
