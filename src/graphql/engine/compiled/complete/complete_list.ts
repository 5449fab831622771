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

/** A list under completion. */
export interface ItemsCompletion {
  readonly x: Execution;
  /** How items are completed. */
  readonly item: ValuePlan;
  /** The place of the list. */
  readonly position: Position;
  readonly each: ItemCompletion;
}

/** What the source of a list failed with: the service's own exception, not one of completion. */
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
 * Completes the items of an async iterable as they come. The list is in place at once and fills while it is read; an
 * item that fails and must not be null waits for the end, as graphql-js looks at the items only then.
 */
export function completeAsyncIterable(completion: ItemsCompletion, items: AsyncIterable<unknown>): unknown[] {
  const { x, position } = completion;
  const completed: unknown[] = [];
  position.content = completed as unknown as Container; // see above
  x.order.hold(position);
  x.await(position);
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

/** Asks the iterator to end, without waiting: a generator parked in an `await` answers only when that is over. */
function close(iterator: AsyncIterator<unknown>, report: UnclosedSourceReport): void {
  try {
    const closing: unknown = iterator.return?.();
    // The list has failed or isn't wanted any more: the client is not told.
    if (isPromiseLike(closing)) whenSettled(closing, () => {}, (error) => report({ error }));
  } catch (error) {
    report({ error });
  }
}

function endReading(x: Execution, position: Position): void {
  const first = x.order.release(position);
  if (first !== undefined) raise(x, first.position, first.error);
  x.arrived(position);
}
