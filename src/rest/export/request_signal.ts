import { AsyncLocalStorage } from "node:async_hooks";
import type { CallOptions } from "../../data/mod.ts";

/** The signal of the request that the caller works for: it is aborted when the client leaves. */
export class RequestSignal {
  readonly #storage = new AsyncLocalStorage<AbortSignal>();

  /**
   * Runs work for a request.
   *
   * @param signal of the request
   * @param work what to do
   */
  run<R>(signal: AbortSignal, work: () => R): R {
    return this.#storage.run(signal, work);
  }

  /** Options of a call of a repository, with the request's signal where there is a request. */
  get options(): CallOptions {
    const signal = this.#storage.getStore();
    return signal === undefined ? {} : { signal };
  }
}
