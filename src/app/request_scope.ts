import { AsyncLocalStorage } from "node:async_hooks";
import type { HttpExchange } from "../http/mod.ts";
import type { LogFields } from "../kernel/mod.ts";

/**
 * Remembers the current request in the async context, so that errors outside its handler can be attributed to it. The
 * class is its own identifier in the container.
 */
export class RequestScope {
  readonly #current = new AsyncLocalStorage<HttpExchange>();
  readonly #isEnabled: boolean;

  /** @param isEnabled whether errors are attributed: it costs about a microsecond per request */
  constructor(isEnabled: boolean) {
    this.#isEnabled = isEnabled;
  }

  /**
   * Handles a request in a context that knows it.
   *
   * @param exchange the request
   * @param handle handles it
   */
  run<R>(exchange: HttpExchange, handle: (exchange: HttpExchange) => R): R {
    return this.#isEnabled ? this.#current.run(exchange, handle, exchange) : handle(exchange);
  }

  /** Method and path of the current request, for the log; empty outside of requests. */
  fields(): LogFields {
    const exchange = this.#current.getStore();
    return exchange === undefined ? {} : { method: exchange.request.method, path: exchange.path };
  }
}
