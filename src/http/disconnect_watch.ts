import { inRootContext } from "../context/mod.ts";

/**
 * Interval at which waiting requests are checked, in milliseconds; a request that completes sooner costs almost
 * nothing.
 */
const watchDelayMs = 20;

interface WatchedRequest {
  readonly request: Request;
  readonly left: () => void;
  /** Whether a round of the timer has passed. */
  isOld: boolean;
  isListening: boolean;
}

/**
 * Detects when a client disconnects while it waits for a response.
 *
 * Reading a request's signal costs more than many responses, so it is read only for requests that take longer.
 */
export class DisconnectWatch implements Disposable {
  readonly #waiting = new Set<WatchedRequest>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  /** Watches a request.
   *
   * @param request the pending request
   * @param left called when the client disconnects
   * @returns a function that ends the watch, to be called when the response is ready
   */
  watch(request: Request, left: () => void): () => void {
    const watched: WatchedRequest = { request, left, isOld: false, isListening: false };
    this.#waiting.add(watched);
    if (this.#timer === undefined) this.#lookLater();
    return () => {
      this.#waiting.delete(watched);
      if (this.#isDisposed) this.#restWhenIdle();
      if (watched.isListening) request.signal.removeEventListener("abort", left);
    };
  }

  /** Stops the timer if no request is pending. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#restWhenIdle();
  }

  #restWhenIdle(): void {
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#timer = undefined;
    for (const watched of this.#waiting) {
      if (watched.isOld && !watched.isListening) listen(watched);
      watched.isOld = true;
    }
    if (this.#waiting.size > 0) this.#lookLater();
  }

  #lookLater(): void {
    // The timer serves all requests, so it must not run in the async context of one of them.
    this.#timer = inRootContext(() => setTimeout(() => this.#look(), watchDelayMs));
  }
}

function listen(watched: WatchedRequest): void {
  const { request: { signal }, left } = watched;
  watched.isListening = true;
  if (signal.aborted) left();
  else signal.addEventListener("abort", left, { once: true });
}
