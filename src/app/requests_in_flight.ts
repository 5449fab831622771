import type { ConnectionInfo } from "../http/mod.ts";
import { describeValue, type MaybePromise } from "../kernel/mod.ts";

/** What becomes of a response that was on its way. */
export interface ResponseEnd {
  /** Passes the answer on to who sends it. */
  readonly answered: (answer: Response, connection: ConnectionInfo | undefined) => MaybePromise<Response>;
  /** Answers where the response fails. */
  readonly failed: (error: unknown) => MaybePromise<Response>;
}

/** Counts requests that are being answered and answers that are being sent, and tells when none is left. */
export class RequestsInFlight {
  #count = 0;
  #sending = 0;
  #idle: PromiseWithResolvers<void> | undefined;

  /** How many requests are being answered. */
  get count(): number {
    return this.#count;
  }

  /**
   * Counts a response that is still on its way.
   *
   * @param response the response
   * @param connection that it leaves by
   * @param end what becomes of it
   */
  track(
    response: Promise<Response>,
    connection: ConnectionInfo | undefined,
    { answered, failed }: ResponseEnd,
  ): Promise<Response> {
    const fail = (error: unknown) => {
      this.#ended();
      return failed(error);
    };
    this.#count++;
    return response.then((answer) => {
      if (!(answer instanceof Response)) {
        const needed = "an HTTP handler or interceptor must return a Response";
        return fail(new TypeError(`Cannot answer the request as ${needed}: current value is ${describeValue(answer)}`));
      }
      this.send(answer, connection);
      this.#ended();
      return answered(answer, connection);
    }, fail);
  }

  #ended(): void {
    this.#count--;
    this.#tellIdle();
  }

  /**
   * Counts an answer whose body goes to the client, as far as the connection tells when that has been sent.
   *
   * @param answer the answer; a WebSocket's handshake has no body
   * @param connection that it leaves by
   */
  send(answer: Response, connection: ConnectionInfo | undefined): void {
    const completed = answer.status === 101 ? undefined : connection?.completed;
    if (!(completed instanceof Promise)) return;
    this.#sending++;
    completed.then(this.#sent, this.#sent);
  }

  readonly #sent = (): void => {
    this.#sending--;
    this.#tellIdle();
  };

  #tellIdle(): void {
    if (this.#count + this.#sending > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }

  /**
   * Waits until nothing is left, or the time is over.
   *
   * @param timeoutMs how long, in milliseconds
   */
  async whenIdle(timeoutMs: number): Promise<void> {
    if (this.#count + this.#sending === 0) return;
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
