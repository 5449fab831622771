import type { ConnectionInfo } from "../http/mod.ts";
import { describeValue, type MaybePromise } from "../kernel/mod.ts";

/** What happens at the end of a request. */
export interface ResponseEnd {
  /** Passes the response to the server. */
  readonly answered: (answer: Response, connection: ConnectionInfo | undefined) => MaybePromise<Response>;
  /** Creates the response to a request that failed. */
  readonly failed: (error: unknown) => MaybePromise<Response>;
}

/** Counts requests without a response and response bodies that are being sent, and notifies when none is left. */
export class RequestsInFlight {
  #count = 0;
  #sending = 0;
  #idle: PromiseWithResolvers<void> | undefined;

  /** Number of requests that have no response yet. */
  get count(): number {
    return this.#count;
  }

  /**
   * Counts a request until it has a response.
   *
   * @param response the response
   * @param connection the connection of the request
   * @param end what happens at the end
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
      this.trackBody(answer, connection);
      this.#ended();
      return answered(answer, connection);
    }, fail);
  }

  #ended(): void {
    this.#count--;
    this.#notifyIdle();
  }

  /**
   * Counts a response until its body has been sent, if the connection reports that.
   *
   * @param answer the response; that of a WebSocket handshake has no body
   * @param connection the connection of the request
   */
  trackBody(answer: Response, connection: ConnectionInfo | undefined): void {
    const completed = answer.status === 101 ? undefined : connection?.completed;
    if (!(completed instanceof Promise)) return;
    this.#sending++;
    completed.then(this.#sent, this.#sent);
  }

  readonly #sent = (): void => {
    this.#sending--;
    this.#notifyIdle();
  };

  #notifyIdle(): void {
    if (this.#count + this.#sending > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }

  /**
   * Waits until nothing is left, or the timeout expires.
   *
   * @param timeoutMs the timeout in milliseconds
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
