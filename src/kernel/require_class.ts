import { describeValue, isClass } from "./describe_value.ts";

/**
 * Requires that an argument is a class.
 *
 * @param action the beginning of the message: `Cannot listen`
 * @param value the argument
 * @throws TypeError describing the argument
 */
export function requireClass(action: string, value: unknown): void {
  if (typeof value === "function" && value.prototype !== undefined) return;
  const hint = value === undefined
    ? " (if two files import each other, one is evaluated before the other's classes exist)"
    : "";
  throw new TypeError(`${action} as it must be given a class: current value is ${describeValue(value)}${hint}`);
}

/**
 * Requires that an argument is a function that returns a class, which allows import cycles.
 *
 * @param action the beginning of the message: `Cannot describe an object`
 * @param value the argument
 * @throws TypeError describing the argument
 */
export function requireClassThunk(action: string, value: unknown): void {
  if (typeof value === "function" && !isClass(value)) return;
  const name = isClass(value) ? (value as { readonly name: string }).name : "Book";
  throw new TypeError(
    `${action} as a function must name the class, () => ${name}: current value is ${describeValue(value)}`,
  );
}

/**
 * Wraps a function that returns a class, so that it throws a descriptive error if it returns none.
 *
 * @param action the beginning of the message: `Cannot describe an object`
 * @param thunk names the class
 * @returns names the class
 * @throws TypeError when the argument is no such function
 */
export function classThunk<C>(action: string, thunk: () => C): () => C {
  requireClassThunk(action, thunk);
  return () => {
    const type = thunk();
    requireClass(action, type);
    return type;
  };
}
