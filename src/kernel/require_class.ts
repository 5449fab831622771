import { describeValue, isClass } from "./describe_value.ts";

/**
 * Refuses what is no class, where a class must be given as it is.
 *
 * @param action what can't be done without, for the message: `Cannot listen`
 * @param value what was given
 * @throws TypeError saying what was given
 */
export function requireClass(action: string, value: unknown): void {
  if (typeof value === "function" && value.prototype !== undefined) return;
  const hint = value === undefined ? " (of files that import each other, one sees the other's classes too late)" : "";
  throw new TypeError(`${action} as it must be given a class: current value is ${describeValue(value)}${hint}`);
}

/**
 * Refuses what is no function that names a class, where two files may need each other's classes.
 *
 * @param action what can't be done without, for the message: `Cannot describe an object`
 * @param value what was given
 * @throws TypeError saying what was given
 */
export function requireClassThunk(action: string, value: unknown): void {
  if (typeof value === "function" && !isClass(value)) return;
  const name = isClass(value) ? (value as { readonly name: string }).name : "Book";
  throw new TypeError(
    `${action} as a function must name the class, () => ${name}: current value is ${describeValue(value)}`,
  );
}

/**
 * Makes a function that names a class say so when it gives none.
 *
 * @param action what can't be done without, for the message: `Cannot describe an object`
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
