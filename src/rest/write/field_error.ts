/** An error of one property of a value from a client. */
export interface FieldError {
  /** Name of the entity class. */
  readonly entity: string;
  /** The name of the property in documents; a path for nested ones. */
  readonly property: string;
  /** The value that was sent; `null` when nothing was. */
  readonly invalidValue: unknown;
  /** The requirement on the value. */
  readonly message: string;
}
