import type { MaybePromise } from "../kernel/mod.ts";

/** What becomes of a response that was on its way. */
export interface ResponseEnd {
  /** Passes the answer on. */
  readonly answered: (answer: Response) => MaybePromise<Response>;
  /** Answers where the response fails. */
  readonly failed: (error: unknown) => MaybePromise<Response>;
}

/** Counts requests that are being answered, and tells when none is left. */
export class RequestsInFlight {
  #count = 0;
  #idle: PromiseWithResolvers<void> | undefined;

  /** How many requests are being answered. */
  get count(): number {
    return this.#count;
  }

  /**
   * Counts a response that is still on its way.
   *
   * @param response the response
   * @param end what becomes of it
   */
  track(response: Promise<Response>, { answered, failed }: ResponseEnd): Promise<Response> {
    const ended = response.then(
      (answer) => {
        this.#ended();
        return answered(answer);
      },
      (error) => {
        this.#ended();
        return failed(error);
      },
    );
    // What is no promise has thrown by now, and must not be waited for.
    this.#count++;
    return ended;
  }

  #ended(): void {
    if (--this.#count === 0) this.#idle?.resolve();
  }

  /**
   * Waits until no request is left, or the time is over.
   *
   * @param timeoutMs how long, in milliseconds
   */
  async whenIdle(timeoutMs: number): Promise<void> {
    if (this.#count === 0) return;
    this.#idle ??= Promise.withResolvers();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    try {
      await Promise.race([this.#idle.promise, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
