import { AsyncLocalStorage } from "node:async_hooks";
import type { CallOptions } from "../../data/mod.ts";

/** The current request. */
export interface CurrentRequest {
  /** The client's request. */
  readonly request: Request;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The signal of the current request, which is aborted when the client disconnects. */
export class RequestSignal {
  readonly #storage = new AsyncLocalStorage<CurrentRequest>();

  /**
   * Runs work for a request.
   *
   * @param current the request, and its signal
   * @param work the work
   */
  run<R>(current: CurrentRequest, work: () => R): R {
    return this.#storage.run(current, work);
  }

  /**
   * The current request.
   *
   * @throws TypeError when there is no current request
   */
  get current(): CurrentRequest {
    const current = this.#storage.getStore();
    if (current === undefined) throw new TypeError("Cannot tell the current request as there must be one");
    return current;
  }

  /** Options of a repository call, with the signal of the current request if there is one. */
  get options(): CallOptions {
    const current = this.#storage.getStore();
    return current === undefined ? {} : { signal: current.signal };
  }
}
