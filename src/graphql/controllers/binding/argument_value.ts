/**
 * An argument that distinguishes between omitted and `null`.
 */
export class ArgumentValue<T> {
  readonly #value: T | null;
  readonly #isOmitted: boolean;

  private constructor(value: T | null, isOmitted: boolean) {
    this.#value = value;
    this.#isOmitted = isOmitted;
  }

  /** A value that the client sent, possibly `null`. */
  static ofNullable<T>(value: T | null | undefined): ArgumentValue<T> {
    return new ArgumentValue<T>(value ?? null, false);
  }

  /** A value that the client omitted. */
  static omitted<T>(): ArgumentValue<T> {
    return new ArgumentValue<T>(null, true);
  }

  /** The value, or `null` when it was omitted or sent as `null`. */
  value(): T | null {
    return this.#value;
  }

  /** Whether there is a value that is not `null`. */
  isPresent(): boolean {
    return this.#value !== null;
  }

  /** Whether the client sent `null`. */
  isEmpty(): boolean {
    return !this.#isOmitted && this.#value === null;
  }

  /** Whether the client omitted the argument. */
  isOmitted(): boolean {
    return this.#isOmitted;
  }

  /** The value, or `undefined` when there is none. */
  asOptional(): T | undefined {
    return this.#value ?? undefined;
  }

  /** Calls the function when there is a value that is not `null`. */
  ifPresent(action: (value: T) => void): void {
    if (this.#value !== null) action(this.#value);
  }

  /** Omitted differs from an explicit `null`. */
  equals(other: ArgumentValue<T>): boolean {
    return this.#isOmitted === other.#isOmitted && Object.is(this.#value, other.#value);
  }

  /** Shows the value, or that it was omitted. */
  toString(): string {
    if (this.#isOmitted) return "ArgumentValue[omitted]";
    return this.#value === null ? "ArgumentValue[empty]" : `ArgumentValue[${this.#value}]`;
  }

  /** Omitted values are absent in JSON. */
  toJSON(): T | null | undefined {
    return this.#isOmitted ? undefined : this.#value;
  }
}
