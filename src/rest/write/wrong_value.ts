/** Returns the error of a missing value. */
export const mustNotBeNull = "must not be null";

/** Returns the error of a value from a client. */
export interface WrongValue {
  /** The requirement, which follows the property's name in messages: `must be a list`. */
  readonly message: string;
  /** The path of the value: `lines[0].sku`. */
  readonly path: string;
  readonly sent: unknown;
}
