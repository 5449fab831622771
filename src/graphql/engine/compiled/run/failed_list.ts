import type { Execution } from "./execution.ts";
import { ignoreFailure } from "../../late_values.ts";
import { isPromiseLike } from "./shapes.ts";
import type { ValuePlan } from "../plan/field_plan.ts";

/** The maximum number of items that are read from a list that failed. */
const maxItems = 100_000;

/**
 * Reads the remaining items of a list that failed, so that no rejected promise among them ends the process.
 *
 * @param x the execution
 * @param item the plan of the items
 * @param iterator the list's iterator, which may be infinite: reading counts, and ends at a limit
 * @throws unknown the error of a thenable's `then`, which replaces the list's error, as in graphql-js
 */
export function forgetRest(x: Execution, item: ValuePlan, iterator: Iterator<unknown>): void {
  const rest: unknown[] = [];
  let isDone = false;
  try {
    while (!isDone && !x.isFinished && rest.length < maxItems) {
      const next = iterator.next();
      isDone = next.done === true;
      if (isDone) break;
      x.budget.add(1, 0);
      rest.push(next.value);
    }
    if (!isDone) iterator.return?.();
  } catch (error) {
    // Otherwise ignored: the list has failed already, and its first error is reported.
    if (x.endsWith(error)) iterator.return?.();
  }
  forgetItems(x, item, rest);
}

/**
 * Handles the rejections of promises in items of a list that failed.
 *
 * @param x the execution
 * @param item the plan of the items
 * @param items the remaining items of the list
 * @throws unknown see {@linkcode forgetRest}
 */
export function forgetItems(x: Execution, item: ValuePlan, items: readonly unknown[]): void {
  x.forget(items, item.field);
  if (x.isFinished) return;
  for (const value of items) if (!(value instanceof Promise) && isThenable(value)) ignoreFailure(value);
}

function isThenable(value: unknown): boolean {
  try {
    return isPromiseLike(value);
  } catch {
    return false;
  }
}
