import type { Cancellation, GraphQlExecutionResult } from "../../execution/mod.ts";

type Next = IteratorResult<GraphQlExecutionResult, undefined>;

/**
 * The results of an operation, of which nothing follows once it is cancelled: not even an end, which the protocol's
 * library would take for that of a new operation of the same id.
 */
export class CancellableResults implements AsyncIterableIterator<GraphQlExecutionResult, undefined> {
  readonly #iterator: AsyncIterator<GraphQlExecutionResult>;
  readonly #cancellation: Cancellation;

  /**
   * @param results the operation's results
   * @param cancellation cancels the operation
   */
  constructor(results: AsyncIterable<GraphQlExecutionResult>, cancellation: Cancellation) {
    this.#iterator = results[Symbol.asyncIterator]();
    this.#cancellation = cancellation;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Next> {
    if (this.#cancellation.isCancelled) return await nothing();
    try {
      const { done, value } = await this.#iterator.next();
      if (this.#cancellation.isCancelled) return await nothing();
      return done ? { done: true, value: undefined } : { done: false, value };
    } catch (error) {
      if (this.#cancellation.isCancelled) return await nothing();
      throw error;
    }
  }

  async return(): Promise<Next> {
    this.#cancellation.cancel();
    await this.#iterator.return?.();
    return { done: true, value: undefined };
  }
}

function nothing(): Promise<never> {
  return new Promise(() => {});
}
