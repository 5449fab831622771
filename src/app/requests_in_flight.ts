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
    this.#count++;
    return response.then(
      (answer) => {
        this.#ended();
        return answered(answer);
      },
      (error) => {
        this.#ended();
        return failed(error);
      },
    );
  }

  #ended(): void {
    if (--this.#count === 0) this.#idle?.resolve();
  }

  /**
   * Waits until no request is left.
   *
   * @param timeoutMs how long, in milliseconds
   * @returns whether none is left
   */
  async whenIdle(timeoutMs: number): Promise<boolean> {
    if (this.#count === 0) return true;
    this.#idle ??= Promise.withResolvers();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    try {
      await Promise.race([this.#idle.promise, timeout.promise]);
      return this.#count === 0;
    } finally {
      clearTimeout(timer);
    }
  }
}
