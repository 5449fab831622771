/** A bean that is bound several times in a significant order. */
export interface Ordered {
  /** Lower comes first; absent counts as 0. Beans of equal order keep the order in which they were bound. */
  readonly order?: number;
}

/**
 * Sorts beans of one contract by their `order`; binding order decides between equals.
 *
 * @param beans as the container's `getAll` returns them
 * @returns a new array, lowest `order` first
 */
export function inOrder<T extends object>(beans: readonly T[]): T[] {
  return [...beans].sort((a, b) => orderOf(a) - orderOf(b));
}

function orderOf(bean: object): number {
  return (bean as Ordered).order ?? 0;
}
