/** A maximum number of results, or no limit. Immutable. */
export class Limit {
  readonly #max: number | undefined;

  private constructor(max: number | undefined) {
    this.#max = max;
  }

  /**
   * Limits to a number of results.
   *
   * @param max any whole number; nothing is read for 0 and below
   * @throws RangeError when it is no whole number
   */
  static of(max: number): Limit {
    if (!Number.isSafeInteger(max)) {
      throw new RangeError(`Cannot limit results as the limit must be a whole number: current value is "${max}"`);
    }
    return new Limit(max);
  }

  /** No limit. */
  static unlimited(): Limit {
    return new Limit(undefined);
  }

  /** Whether a number is given. */
  get isLimited(): boolean {
    return this.#max !== undefined;
  }

  /** Whether no number is given. */
  get isUnlimited(): boolean {
    return this.#max === undefined;
  }

  /**
   * The number of results.
   *
   * @throws TypeError when unlimited
   */
  get max(): number {
    if (this.#max === undefined) {
      throw new TypeError("Cannot read the maximum of a limit as it must be limited: current value is unlimited");
    }
    return this.#max;
  }

  /** Whether both have the same maximum. */
  equals(other: Limit): boolean {
    return this.#max === other.#max;
  }
}
