import { closeWhenCancelled, type UnclosedSourceReport } from "../../../wiring/mod.ts";
import { estimatedBytes } from "../plan/estimated_bytes.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition, located, raise } from "../run/failure.ts";
import { forgetRest } from "../run/failed_list.ts";
import { settleWith } from "../run/settle.ts";
import { guardError } from "./guard.ts";
import type { Container, Position } from "../run/position.ts";
import { isPromiseLike, whenSettled } from "../run/shapes.ts";
import type { ValuePlan } from "../plan/field_plan.ts";

/** Completes an item of a list. */
export type ItemCompletion = (x: Execution, plan: ValuePlan, item: unknown, list: Position, index: number) => unknown;

/** A list that is being completed. */
export interface ItemsCompletion {
  readonly x: Execution;
  /** The plan of the items. */
  readonly item: ValuePlan;
  /** The position of the list. */
  readonly position: Position;
  readonly each: ItemCompletion;
}

/** An exception of a list's source, as opposed to an error of completion. */
class SourceFailure {
  constructor(readonly exception: unknown) {}
}

/** Completes the items of an iterable in order. */
export function completeIterable({ x, item, position, each }: ItemsCompletion, items: Iterable<unknown>): unknown[] {
  const completed: unknown[] = [];
  const iterator = items[Symbol.iterator]();
  const bytes = estimatedBytes(item);
  try {
    for (let index = 0;; index++) {
      const iteration = iterator.next();
      if (iteration.done) break;
      x.budget.add(1, bytes);
      completed.push(each(x, item, iteration.value, position, index));
    }
  } catch (error) {
    x.endsWith(error);
    forgetRest(x, item, iterator);
    throw error;
  }
  position.content = completed as unknown as Container; // arrays have number keys
  return completed;
}

/**
 * Completes the items of an async iterable as they arrive. The list is written to the response at once and filled while
 * it is read; the error of a non-null item is propagated after the last item, as graphql-js checks the items only then.
 */
export function completeAsyncIterable(completion: ItemsCompletion, items: AsyncIterable<unknown>): unknown[] {
  const { x, position } = completion;
  const completed: unknown[] = [];
  position.content = completed as unknown as Container; // see above
  x.order.hold(position);
  x.addPending(position);
  read(completion, items, completed).catch((error) => {
    x.order.drop(position);
    if (error instanceof SourceFailure) {
      return settleWith(x, position, () => guardError(x, error.exception, position));
    }
    failPosition(x, position, error);
    x.drainLater();
  });
  return completed;
}

async function read(
  { x, item, position, each }: ItemsCompletion,
  items: AsyncIterable<unknown>,
  completed: unknown[],
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const { parentType, name } = item.field;
  const wasCancelled = x.request.isCancelled;
  const field = `${parentType}.${name}`;
  const stopWatching = closeWhenCancelled(iterator, { request: x.request, field });
  const closeOnce = () => {
    const isClosed = x.request.isCancelled && !wasCancelled;
    if (!isClosed) close(iterator, (failure) => x.request.reportUnclosedSource?.(field, failure));
  };
  const bytes = estimatedBytes(item);
  let iteration: IteratorResult<unknown> | undefined;
  try {
    for (let index = 0;; index++) {
      try {
        iteration = await iterator.next();
      } catch (error) {
        if (item.field.isGuarded) throw new SourceFailure(error);
        throw located(error, item.field, position.prev!, position.key); // a list is never the root
      }
      if (x.isFinished || iteration.done) break;
      x.budget.add(1, bytes);
      completed.push(each(x, item, iteration.value, position, index));
      x.drainLater();
    }
  } catch (error) {
    closeOnce();
    throw error;
  } finally {
    stopWatching();
  }
  if (!x.isFinished) return endReading(x, position);
  if (iteration.done) return;
  x.forget(iteration.value, item.field);
  closeOnce();
}

/** Closes the iterator without waiting for it: a generator that is suspended in an `await` returns only after it. */
function close(iterator: AsyncIterator<unknown>, report: UnclosedSourceReport): void {
  try {
    const closing: unknown = iterator.return?.();
    // The list has failed or was discarded: the error of closing it is not reported.
    if (isPromiseLike(closing)) whenSettled(closing, () => {}, (error) => report({ error }));
  } catch (error) {
    report({ error });
  }
}

function endReading(x: Execution, position: Position): void {
  const first = x.order.release(position);
  if (first !== undefined) raise(x, first.position, first.error);
  x.removePending(position);
}
