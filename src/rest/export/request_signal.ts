import { AsyncLocalStorage } from "node:async_hooks";
import type { CallOptions } from "../../data/mod.ts";

/** The request that the caller works for. */
export interface CurrentRequest {
  /** The client's request. */
  readonly request: Request;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/** The signal of the request that the caller works for: it is aborted when the client leaves. */
export class RequestSignal {
  readonly #storage = new AsyncLocalStorage<CurrentRequest>();

  /**
   * Runs work for a request.
   *
   * @param current the request, and its signal
   * @param work what to do
   */
  run<R>(current: CurrentRequest, work: () => R): R {
    return this.#storage.run(current, work);
  }

  /**
   * The current request.
   *
   * @throws TypeError when the caller works for no request
   */
  get current(): CurrentRequest {
    const current = this.#storage.getStore();
    if (current === undefined) throw new TypeError("Cannot tell the current request as there must be one");
    return current;
  }

  /** Options of a call of a repository, with the request's signal where there is a request. */
  get options(): CallOptions {
    const current = this.#storage.getStore();
    return current === undefined ? {} : { signal: current.signal };
  }
}
