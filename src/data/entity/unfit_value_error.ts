/** Thrown when a value is given for a property that can't take it. */
export class UnfitValueError extends TypeError {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "UnfitValueError";
  /** Whose value it is, for example `Book.published`. */
  readonly label: string;
  /** What is needed, for example `a whole number`. */
  readonly needed: string;
  /** The value, as messages show it. */
  readonly shown: string;

  /**
   * Creates the error.
   *
   * @param details whose value it is, what is needed, and the value as messages show it
   */
  constructor({ label, needed, shown }: Pick<UnfitValueError, "label" | "needed" | "shown">) {
    super(`Cannot use a value for ${label} as it must be ${needed}: current value is ${shown}`);
    this.label = label;
    this.needed = needed;
    this.shown = shown;
  }
}
