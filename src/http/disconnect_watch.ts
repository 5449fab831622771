import { inRootContext } from "../context/mod.ts";

/** Milliseconds between two checks of the waiting requests; a request that is answered sooner costs next to nothing. */
const watchDelayMs = 20;

interface WatchedRequest {
  readonly request: Request;
  readonly left: () => void;
  /** Whether a round of the timer has passed. */
  isOld: boolean;
  isListening: boolean;
}

/**
 * Tells when a client leaves while it waits for an answer.
 *
 * Reading a request's signal costs more than many answers do, so it is read only for requests that wait for a while.
 */
export class DisconnectWatch implements Disposable {
  readonly #waiting = new Set<WatchedRequest>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  /**
   * Begins to watch.
   *
   * @param request the request, which is not answered yet
   * @param left is called when the client leaves
   * @returns ends the watch; to be called when the answer is there
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

  /** Lets go of the timer, once nobody waits. */
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
