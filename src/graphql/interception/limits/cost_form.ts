/**
 * The cost of a selection set as a linear function of the lengths of the lists directly in it. A fragment has one
 * form, independent of the lists around its spreads, so that it is computed once.
 */
export interface CostForm {
  /** The constant part, independent of the lengths. */
  readonly fixed: number;
  /** Cost of one item of the `edges` or `nodes`. */
  readonly perEdge: number;
  /** Cost of one item of each other list. */
  readonly perItem: number;
}

/** The lengths of the lists in a selection set that have no size arguments; integers >= 1. */
export interface ListLengths {
  /** The length of `edges` and `nodes`: the page size of a connection. */
  readonly edges: number;
  /** The length of each other list. */
  readonly items: number;
}

/** The cost of an empty selection. */
export const noCost: CostForm = { fixed: 0, perEdge: 0, perItem: 0 };

/** Adds two costs; on overflow the sum is `Infinity`. */
export function plus(a: CostForm, b: CostForm): CostForm {
  return { fixed: a.fixed + b.fixed, perEdge: a.perEdge + b.perEdge, perItem: a.perItem + b.perItem };
}

/** Computes a cost for given lengths. */
export function costAt({ fixed, perEdge, perItem }: CostForm, { edges, items }: ListLengths): number {
  return fixed + times(perEdge, edges) + times(perItem, items);
}

/** Multiplies without `NaN`: 0 times `Infinity` is 0. */
export function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}
