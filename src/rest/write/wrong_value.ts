/** What is wrong with a value that is missing. */
export const mustNotBeNull = "must not be null";

/** What is wrong with a value that a client sent. */
export interface WrongValue {
  /** What it has to be, to be read behind the property's name: `must be a list`. */
  readonly message: string;
  /** Where it stands: `lines[0].sku`. */
  readonly path: string;
  readonly sent: unknown;
}
