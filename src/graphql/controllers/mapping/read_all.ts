import type { MaybePromise } from "../../../kernel/mod.ts";
import { ArgumentBindingError } from "../binding/binding_error.ts";

/**
 * Reads all values; returns a promise only if one of them is a promise. Binding errors of all arguments are reported in
 * one error.
 *
 * @param count the number of values
 * @param read reads one value
 * @throws the error of a reader
 */
export function readAll(
  count: number,
  read: (index: number) => MaybePromise<unknown>,
): MaybePromise<readonly unknown[]> {
  const values = new Array<unknown>(count);
  let refused: Map<number, ArgumentBindingError> | undefined;
  let isWaiting = false;
  for (let index = 0; index < count; index++) {
    try {
      const value = read(index);
      if (value instanceof Promise) isWaiting = true;
      values[index] = value;
    } catch (error) {
      if (!(error instanceof ArgumentBindingError)) {
        ignoreFailures(values);
        throw error;
      }
      (refused ??= new Map()).set(index, error);
    }
  }
  if (isWaiting) return whenAllRead(values, refused);
  if (refused !== undefined) throw ArgumentBindingError.ofAll([...refused.values()]);
  return values;
}

/**
 * Awaits values, and reports the binding errors of all arguments in one error.
 *
 * @param values the values, some of which are promises
 * @param refused the binding errors of arguments that failed synchronously, by position
 */
export async function whenAllRead(
  values: readonly unknown[],
  refused?: ReadonlyMap<number, ArgumentBindingError>,
): Promise<readonly unknown[]> {
  const settled = await Promise.allSettled(values);
  const errors: ArgumentBindingError[] = [];
  settled.forEach((result, index) => {
    const failure: unknown = result.status === "rejected" ? result.reason : refused?.get(index);
    if (failure instanceof ArgumentBindingError) errors.push(failure);
    else if (result.status === "rejected") throw failure;
  });
  if (errors.length > 0) throw ArgumentBindingError.ofAll(errors);
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value);
}

/** After a reader has thrown, rejections of the other values are ignored. */
function ignoreFailures(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}
