import type { GraphQLResolveInfo } from "../../../../deps.ts";
import { closeSource, closeWhenCancelled, type StreamReader } from "../../wiring/mod.ts";

/** Handles the values and the failure of a source that is read incrementally. */
export interface StreamGuard {
  readonly reader: StreamReader;
  /** Completes a value, which may also be an error or a promise. */
  readonly item: (value: unknown, index: number) => unknown;
  /** Receives the error of the source, and throws the error for clients; if it returns, the list ends. */
  readonly failure: (exception: unknown) => unknown;
}

/** Whether a list has `@stream`: then it must not be collected first. */
export function isStreamed({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.some(({ directives = [] }) => directives.some(({ name }) => name.value === "stream"));
}

/**
 * Guards a source that graphql-js reads value by value. It is closed when the request is cancelled, too.
 *
 * @param source the values
 * @param guard handles the values and the failure
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
