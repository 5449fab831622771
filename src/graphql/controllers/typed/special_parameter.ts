/**
 * The compile-time type of a parameter of a controller method that is not an argument of the field.
 *
 * @typeParam T the type of the method's parameter
 * @typeParam Reads the arguments that the parameter reads for the method; `string` for any of them
 */
export interface SpecialParameter<T = unknown, Reads extends string = string> {
  /** Never present at run time: carries the type for the compiler. */
  readonly _value?: () => T;
  /** Never present at run time: carries the names of the arguments for the compiler. */
  readonly _reads?: () => Reads;
  /** Names the kind in messages, for example `"argument"`. */
  readonly kind: string;
}
