import { AsyncLocalStorage } from "node:async_hooks";

/** The cancellation of work. The signal is created only when it is first read. */
export class Cancellation {
  readonly #parent: Cancellation | undefined;
  #unlink: (() => void) | undefined;
  #controller: AbortController | undefined;
  /** Runs a function in the async context in which the signal was first read. */
  #inContext: (<R>(run: () => R) => R) | undefined;
  #reason: unknown;
  #isCancelled = false;
  #listeners: Set<() => void> | undefined;

  /**
   * Creates the cancellation.
   *
   * @param parent cancels this one, too; not the other way round
   */
  constructor(parent?: Cancellation) {
    this.#parent = parent;
  }

  /** Whether {@linkcode Cancellation.cancel} was called, here or at the parent; reads without making the signal. */
  get isCancelled(): boolean {
    return this.#isCancelled || this.#parent !== undefined && this.#parent.isCancelled;
  }

  /** Why it was cancelled, or `undefined`. */
  get reason(): unknown {
    return this.#isCancelled ? this.#reason : this.#parent?.reason;
  }

  /** Aborted when the work is cancelled. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      // Timers and sockets cancel work in other contexts; the signal's listeners belong to this work.
      this.#inContext = AsyncLocalStorage.snapshot();
      if (this.isCancelled) this.#controller.abort(this.reason);
      else this.#link();
    }
    return this.#controller.signal;
  }

  /**
   * Calls the listener when the work is cancelled, like an `abort` listener, but without creating the signal.
   *
   * @param listener is called once
   * @returns removes the listener
   */
  onCancel(listener: () => void): () => void {
    const listeners = this.#listeners ??= new Set();
    listeners.add(listener);
    this.#link();
    return () => listeners.delete(listener);
  }

  /** Removes the listener from the parent, so that a long-lived parent does not retain finished work. */
  release(): void {
    this.#unlink?.();
    this.#unlink = undefined;
  }

  /**
   * Cancels the work; later calls do nothing.
   *
   * @param reason becomes the signal's reason
   */
  cancel(reason: unknown = new DOMException("The request was cancelled", "AbortError")): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#reason = reason;
    this.release();
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
    this.#inContext?.(() => this.#controller?.abort(reason));
  }

  #link(): void {
    const parent = this.#parent;
    if (parent === undefined || this.#unlink !== undefined || this.isCancelled) return;
    this.#unlink = parent.onCancel(() => this.cancel(parent.reason));
  }
}
