/** Adds to the stored value instead of replacing it; see {@linkcode increment}. */
export class Increment<N extends number | bigint = number | bigint> {
  /** The number that is added; negative to subtract. */
  readonly by: N;

  /**
   * Creates the increment.
   *
   * @param by the number that is added; negative to subtract
   */
  constructor(by: N) {
    this.by = by;
  }
}

/**
 * Adds to the stored value instead of replacing it, so that changes that come at the same time all count. A property
 * without a value stays without.
 *
 * @param by the number that is added; negative to subtract
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { increment, openDatabase, repository, where } from "@espalier/espalier/data";
 *
 * class Stock {
 *   constructor(readonly id: string, readonly copies: number) {}
 * }
 * describeType(Stock, { id: t.id, copies: t.int }, { id: "id" });
 *
 * await using database = await openDatabase("memory:");
 * const stocks = new (repository(Stock, {}))(database);
 * await stocks.save(new Stock("1", 3));
 * const reserved = await stocks.updateBy(where("copies").atLeast(2), { copies: increment(-2) });
 * console.log(reserved, (await stocks.findById("1"))?.copies); // 1 1
 * ```
 */
export function increment<N extends number | bigint>(by: N): Increment<N extends bigint ? bigint : number> {
  // A literal is widened to its type.
  return new Increment(by) as unknown as Increment<N extends bigint ? bigint : number>;
}

/** New values of properties; for numbers also increments. */
export type Changes<T> = {
  readonly [K in keyof T]?:
    | T[K]
    | (NonNullable<T[K]> extends number ? Increment<number> : never)
    | (NonNullable<T[K]> extends bigint ? Increment<bigint> : never);
};
