import type { EventsProperties, Logger } from "../../../kernel/mod.ts";
import type { RegisteredListener } from "../registered_listener.ts";

/** A listener did not settle within its time limit, and is no longer waited for. */
export class ListenerTimeoutError extends Error {
  override readonly name = "ListenerTimeoutError";

  /**
   * @param listenerId the listener
   * @param timeoutMs its time limit in milliseconds
   */
  constructor(listenerId: string, timeoutMs: number) {
    super(`Cannot wait for listener "${listenerId}" any longer as it must settle within ${timeoutMs} ms`);
  }
}

/** A running listener. */
export interface ListenerAtWork {
  readonly listenerId: string;
  readonly publicationId: string;
  /** Start of the call, on the clock of `performance.now()`. */
  readonly since: number;
}

/** A call of a listener with an event. */
export interface ListenerCall {
  readonly listener: RegisteredListener;
  readonly publicationId: string;
  event(): object;
}

/** Calls listeners, logs slow ones, and stops waiting for those that exceed their time limit. */
export class ListenerCalls {
  readonly #properties: Pick<EventsProperties, "listenerTimeoutMs" | "staleAfterMs">;
  readonly #logger: Logger;
  readonly #atWork = new Set<ListenerAtWork>();
  readonly #closing = new AbortController();

  /**
   * @param properties time limits
   * @param logger logs slow listeners
   */
  constructor(properties: Pick<EventsProperties, "listenerTimeoutMs" | "staleAfterMs">, logger: Logger) {
    this.#properties = properties;
    this.#logger = logger;
  }

  /** The listeners that have not settled, the longest running first, including those that timed out. */
  get atWork(): ListenerAtWork[] {
    return [...this.#atWork];
  }

  /** Stops watching, as the application has stopped and no longer waits for listeners. */
  close(): void {
    this.#closing.abort(new DOMException("The application has stopped", "AbortError"));
  }

  /**
   * Calls a listener.
   *
   * @throws ListenerTimeoutError when it exceeds its time limit; else the error that the listener throws
   */
  async call({ listener, publicationId, event }: ListenerCall): Promise<void> {
    const { listenerTimeoutMs, staleAfterMs } = this.#properties;
    const { id: listenerId, timeoutMs = listenerTimeoutMs } = listener;
    const entry: ListenerAtWork = { listenerId, publicationId, since: performance.now() };
    const giveUp = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timers = [
      timer(timeoutMs, () => {
        const error = new ListenerTimeoutError(listenerId, timeoutMs);
        reject(error);
        giveUp.abort(error);
      }),
      timer(staleAfterMs, () => {
        this.#logger.warn(`Listener "${listenerId}" has been at work for ${staleAfterMs} ms`, { id: publicationId });
      }),
    ];
    const close = () => {
      for (const each of timers) clearTimeout(each);
      giveUp.abort(this.#closing.signal.reason);
    };
    this.#closing.signal.addEventListener("abort", close, { once: true });
    this.#atWork.add(entry);
    const work = (async () => void await listener.invoke(event(), publicationId, giveUp.signal))();
    work.then(() => this.#atWork.delete(entry), () => this.#atWork.delete(entry));
    try {
      await Promise.race([work, late]);
    } finally {
      this.#closing.signal.removeEventListener("abort", close);
      for (const each of timers) clearTimeout(each);
    }
  }
}

function timer(ms: number, run: () => void): ReturnType<typeof setTimeout> | undefined {
  return ms === 0 ? undefined : setTimeout(run, ms);
}
