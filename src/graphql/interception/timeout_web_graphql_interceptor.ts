import { type MaybePromise, timerLimitMs } from "../../kernel/mod.ts";
import { requireErrorStatus, ResponseStatusError } from "../../http/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

/**
 * Ends operations that take too long: the client receives a status, and all work of the operation is cancelled by its
 * signal. For a subscription the time ends when its stream is open; the stream may run longer.
 *
 * @example
 * ```ts
 * import { ContainerModule } from "@espalier/espalier";
 * import { TimeoutWebGraphQlInterceptor, WebGraphQlInterceptor } from "@espalier/espalier/graphql";
 *
 * const timeout = new ContainerModule(({ bind }) => {
 *   bind(WebGraphQlInterceptor).toConstantValue(new TimeoutWebGraphQlInterceptor(5_000));
 * });
 * ```
 */
export class TimeoutWebGraphQlInterceptor implements WebGraphQlInterceptor {
  readonly #durationMs: number;
  readonly #status: number;

  /**
   * Creates the interceptor.
   *
   * @param durationMs the maximum duration of an operation, in milliseconds
   * @param status the HTTP status of the response after a timeout, 400 to 599
   * @throws RangeError when one of them is out of range
   */
  constructor(durationMs: number, status: number = 408) {
    if (!(durationMs > 0 && durationMs < timerLimitMs)) {
      throw new RangeError(
        `Cannot use timeout as it must be a number of milliseconds > 0 and < ${timerLimitMs}: current value is ` +
          `"${durationMs}"`,
      );
    }
    requireErrorStatus(status);
    this.#durationMs = durationMs;
    this.#status = status;
  }

  /** Ends the operation after the timeout. */
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    const response = next(request);
    return response instanceof Promise ? this.#withinTime(request, response) : response;
  }

  async #withinTime(request: WebGraphQlRequest, response: Promise<WebGraphQlResponse>): Promise<WebGraphQlResponse> {
    const late = Promise.withResolvers<never>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      late.reject(this.#timeoutError());
      request.cancellation.cancel(new DOMException("The operation timed out", "TimeoutError"));
    }, this.#durationMs);
    try {
      return await Promise.race([late.promise, response]);
    } finally {
      clearTimeout(timer);
      if (isLate) response.then(closeStream, () => {});
    }
  }

  #timeoutError(): ResponseStatusError {
    return new ResponseStatusError(
      this.#status,
      `Cannot answer as the operation took more than ${this.#durationMs} ms`,
    );
  }
}

/** Closes a stream that is opened after the timeout, because it has no reader. */
async function closeStream(response: WebGraphQlResponse): Promise<void> {
  await response.stream?.[Symbol.asyncIterator]().return?.();
}
