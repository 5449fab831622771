import type { Execution } from "./execution.ts";
import { ignoreFailure } from "../../late_values.ts";
import { isPromiseLike } from "./shapes.ts";
import type { ValuePlan } from "../plan/field_plan.ts";

/** Maximum number of items that are read of a list that failed. */
const maxItems = 100_000;

/**
 * A list failed: what is left in it is read, so that no failed promise in it ends the process.
 *
 * @param x the execution
 * @param item how items are completed
 * @param iterator the list's, which may be endless: reading counts, and ends at a limit
 * @throws unknown what a promise's own `then` throws takes the place of the list's error, as in graphql-js
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
    // Otherwise the list has failed already, with the error that is reported.
    if (x.endsWith(error)) iterator.return?.();
  }
  forgetItems(x, item, rest);
}

/**
 * Handles the failures of promises in items of a list that failed.
 *
 * @param x the execution
 * @param item how items are completed
 * @param items what is left of the list
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
