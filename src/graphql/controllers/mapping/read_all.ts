import type { MaybePromise } from "../../../kernel/mod.ts";
import { ArgumentBindingError } from "../binding/binding_error.ts";

/**
 * Reads all values; there is a promise only if one of them has to be waited for. All arguments that can't be bound are
 * reported in one error.
 *
 * @param count how many values there are
 * @param read reads one
 * @throws what a reader throws
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
 * Waits for values, and reports all arguments that can't be bound in one error.
 *
 * @param values some of them promises
 * @param refused arguments that could not be bound at once, by their position
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

/** A value that fails after another reader has thrown is not waited for. */
function ignoreFailures(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}
