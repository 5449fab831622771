// The functions here run for every list of every response: their arguments are not gathered into objects or lists.
// deno-lint-ignore-file house-rules/parameter-count
import { closeWhenCancelled, type UnclosedSourceReport } from "../../wiring/mod.ts";
import { completeItem, settleWith } from "./complete.ts";
import { estimatedBytes } from "./estimated_bytes.ts";
import type { Execution } from "./execution.ts";
import { failPosition, located, raise } from "./failure.ts";
import { forgetRest } from "./failed_list.ts";
import { guardError } from "./guard.ts";
import type { Container, Position } from "./position.ts";
import { isPromiseLike, whenSettled } from "./shapes.ts";
import type { ValuePlan } from "./value_plan.ts";

/** A list under completion. */
interface ListCompletion {
  readonly x: Execution;
  readonly item: ValuePlan;
  readonly position: Position;
}

/** What the source of a list failed with: the service's own exception, not one of completion. */
class SourceFailure {
  constructor(readonly exception: unknown) {}
}

/** Completes the items of an iterable in order. */
export function completeIterable(
  x: Execution,
  item: ValuePlan,
  items: Iterable<unknown>,
  position: Position,
): unknown[] {
  const completed: unknown[] = [];
  const iterator = items[Symbol.iterator]();
  const bytes = estimatedBytes(item);
  try {
    for (let index = 0;; index++) {
      const iteration = iterator.next();
      if (iteration.done) break;
      x.budget.add(1, bytes);
      completed.push(completeItem(x, item, iteration.value, position, index));
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
export function completeAsyncIterable(
  x: Execution,
  item: ValuePlan,
  items: AsyncIterable<unknown>,
  position: Position,
): unknown[] {
  const completed: unknown[] = [];
  position.content = completed as unknown as Container; // see above
  position.rise.held = [];
  x.await(position);
  const completion: ListCompletion = { x, item, position };
  read(completion, items, completed).catch((error) => {
    position.rise.held = null;
    if (error instanceof SourceFailure) {
      return settleWith(x, position, () => guardError(x, error.exception, position));
    }
    failPosition(x, position, error);
    x.drainLater();
  });
  return completed;
}

async function read(
  { x, item, position }: ListCompletion,
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
      completed.push(completeItem(x, item, iteration.value, position, index));
      x.drainLater();
    }
  } catch (error) {
    closeOnce();
    throw error;
  } finally {
    stopWatching();
  }
  if (!x.isFinished) return endReading({ x, item, position });
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

function endReading({ x, position }: ListCompletion): void {
  const { rise } = position;
  const held = rise.held ?? [];
  rise.held = null;
  rise.detours++; // the promise of all items is returned from within a promise
  const [first] = held.sort((a, b) => Number(a.position.key) - Number(b.position.key));
  if (first !== undefined) raise(x, first.position, first.error);
  x.arrived(position);
}
