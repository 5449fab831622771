/**
 * The cost of a selection set as a linear function of the lengths of the lists directly in it. A fragment has one form,
 * whatever the lists around its spreads, so that it is worked out once.
 */
export interface CostForm {
  /** What does not depend on the lengths. */
  readonly fixed: number;
  /** Cost of one item of the `edges` or `nodes`. */
  readonly perEdge: number;
  /** Cost of one item of each other list. */
  readonly perItem: number;
}

/** Lengths that a selection set gives to lists that have no size of their own; whole numbers >= 1. */
export interface ListLengths {
  /** Of `edges` and `nodes`: of a connection the page size. */
  readonly edges: number;
  /** Of each other list. */
  readonly items: number;
}

/** Nothing is selected. */
export const noCost: CostForm = { fixed: 0, perEdge: 0, perItem: 0 };

/** Adds two costs; beyond the range of numbers the sum is `Infinity`. */
export function plus(a: CostForm, b: CostForm): CostForm {
  return { fixed: a.fixed + b.fixed, perEdge: a.perEdge + b.perEdge, perItem: a.perItem + b.perItem };
}

/** Works out a cost for given lengths. */
export function costAt({ fixed, perEdge, perItem }: CostForm, { edges, items }: ListLengths): number {
  return fixed + times(perEdge, edges) + times(perItem, items);
}

/** Multiplies without `NaN`: nothing remains nothing, however often it is repeated. */
export function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}
