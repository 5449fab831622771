/** Thrown when a value does not fit its property. */
export class UnfitValueError extends TypeError {
  /** The name of the class, also in minified code. */
  override readonly name = "UnfitValueError";
  /** The property, for example `Book.published`. */
  readonly label: string;
  /** The requirement, for example `a whole number`. */
  readonly needed: string;
  /** The value, as messages show it. */
  readonly shown: string;

  /**
   * Creates the error.
   *
   * @param details the property, the requirement, and the value as messages show it
   */
  constructor({ label, needed, shown }: Pick<UnfitValueError, "label" | "needed" | "shown">) {
    super(`Cannot use a value for ${label} as it must be ${needed}: current value is ${shown}`);
    this.label = label;
    this.needed = needed;
    this.shown = shown;
  }
}
