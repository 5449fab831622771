/**
 * Makes an asynchronous iterator that can be left while it waits: a generator parked in an `await` ignores `return()`
 * until the wait is over.
 *
 * @param open starts the source when the first value is requested; its signal is aborted when the consumer ends the
 * iteration
 * @param outer aborts the stream: the consumer's next value is rejected with its reason
 */
export function cancellableStream<T>(
  open: (signal: AbortSignal) => AsyncIterator<T>,
  outer?: AbortSignal,
): AsyncIterableIterator<T> {
  return new CancellableStream(open, outer);
}

class CancellableStream<T> implements AsyncIterableIterator<T> {
  readonly #open: (signal: AbortSignal) => AsyncIterator<T>;
  readonly #outer: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #waiting = new Set<PromiseWithResolvers<IteratorResult<T>>>();
  #source: AsyncIterator<T> | undefined;
  #isEnded = false;

  constructor(open: (signal: AbortSignal) => AsyncIterator<T>, outer: AbortSignal | undefined) {
    this.#open = open;
    this.#outer = outer;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return this;
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    if (this.#outer?.aborted) return Promise.reject(this.#outer.reason);
    this.#outer?.addEventListener("abort", this.#giveUp, { once: true });
    const wait = Promise.withResolvers<IteratorResult<T>>();
    this.#waiting.add(wait);
    this.#source ??= this.#open(this.#controller.signal);
    this.#source.next().then((result) => {
      if (result.done) this.#end();
      wait.resolve(result);
    }, (error) => {
      this.#end();
      wait.reject(error);
    }).finally(() => this.#waiting.delete(wait));
    return wait.promise;
  }

  return(): Promise<IteratorResult<T>> {
    const isOpen = this.#source !== undefined && !this.#isEnded;
    this.#end();
    if (isOpen) this.#controller.abort();
    for (const wait of this.#waiting) wait.resolve({ done: true, value: undefined });
    return Promise.resolve({ done: true, value: undefined });
  }

  #giveUp = (): void => {
    for (const wait of this.#waiting) wait.reject(this.#outer?.reason);
    void this.return();
  };

  #end(): void {
    this.#isEnded = true;
    this.#outer?.removeEventListener("abort", this.#giveUp);
  }
}
