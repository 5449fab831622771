import type { GraphQLResolveInfo } from "../../../../deps.ts";
import { closeSource, closeWhenCancelled, type StreamReader } from "../../wiring/mod.ts";

/** What happens to the values and to the failure of a source that is read in parts. */
export interface StreamGuard {
  readonly reader: StreamReader;
  /** Completes a value, which may also be an error or a promise. */
  readonly item: (value: unknown, index: number) => unknown;
  /** Takes what the source failed with, and throws what clients are told of it; otherwise the list ends there. */
  readonly failure: (exception: unknown) => unknown;
}

/** Whether clients want a list in parts (`@stream`): then it must not be gathered first. */
export function isStreamed({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.some(({ directives = [] }) => directives.some(({ name }) => name.value === "stream"));
}

/**
 * Guards a source that graphql-js reads value by value. It is closed when the request is cancelled, too.
 *
 * @param source the values
 * @param guard what happens to them
 */
export function guardedStream(source: AsyncIterable<unknown>, guard: StreamGuard): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new GuardedIterator(source[Symbol.asyncIterator](), guard) };
}

class GuardedIterator implements AsyncIterator<unknown> {
  readonly #source: AsyncIterator<unknown>;
  readonly #guard: StreamGuard;
  readonly #stopWatching: () => void;
  #index = 0;

  constructor(source: AsyncIterator<unknown>, guard: StreamGuard) {
    this.#source = source;
    this.#guard = guard;
    this.#stopWatching = closeWhenCancelled(source, guard.reader);
  }

  async next(): Promise<IteratorResult<unknown>> {
    try {
      const { done, value } = await this.#source.next();
      if (!done) return { done: false, value: this.#guard.item(value, this.#index++) };
    } catch (exception) {
      this.#stopWatching();
      await this.#guard.failure(exception);
    }
    this.#stopWatching();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.#stopWatching();
    // A cancelled request has closed the source already.
    const { request, field } = this.#guard.reader;
    if (!request.isCancelled) {
      await closeSource(this.#source, (failure) => request.reportUnclosedSource?.(field, failure));
    }
    return { done: true, value: undefined };
  }
}
