/** What is wrong with one property of a value that a client sent. */
export interface FieldError {
  /** Name of the entity class. */
  readonly entity: string;
  /** The property, as documents name it; a path for nested ones. */
  readonly property: string;
  /** The value that was sent; `null` when nothing was. */
  readonly invalidValue: unknown;
  /** What the value has to be. */
  readonly message: string;
}
