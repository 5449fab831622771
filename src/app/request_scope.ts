import { AsyncLocalStorage } from "node:async_hooks";
import type { HttpExchange } from "../http/mod.ts";
import { type LogFields, shortened } from "../kernel/mod.ts";

/** Number of requests that are remembered. */
const maxRecent = 8;

/** Number of requests that are followed exactly after an error. */
const followedRequests = 100_000;

/**
 * Attributes an error outside of a request handler to its request.
 *
 * Following each request by the async context costs up to a third of a small one, and healthy services have no such
 * errors. Until the first error only the latest requests are recorded, which costs nothing; after an error new requests
 * are tracked, so that the next error is attributed exactly. The class is its own identifier in the container.
 */
export class RequestScope {
  readonly #current = new AsyncLocalStorage<HttpExchange>();
  readonly #recent: HttpExchange[] = [];
  readonly #isEnabled: boolean;
  #next = 0;
  #leftToFollow = 0;

  /** @param isEnabled whether errors are attributed */
  constructor(isEnabled: boolean) {
    this.#isEnabled = isEnabled;
  }

  /**
   * Handles a request, and remembers it.
   *
   * @param exchange the request
   * @param handle handles it
   */
  run<R>(exchange: HttpExchange, handle: (exchange: HttpExchange) => R): R {
    if (!this.#isEnabled) return handle(exchange);
    this.#recent[this.#next] = exchange;
    this.#next = (this.#next + 1) % maxRecent;
    if (this.#leftToFollow === 0) return handle(exchange);
    this.#leftToFollow--;
    return this.#current.run(exchange, handle, exchange);
  }

  /** Tracks all further requests, because an error occurred. */
  follow(): void {
    this.#leftToFollow = followedRequests;
  }

  /**
   * What the log says of the request that the running code belongs to: `method` and `path` where it is known,
   * `recentRequests` where it can be several, nothing where no request has come.
   */
  fields(): LogFields {
    const exchange = this.#current.getStore();
    if (exchange !== undefined) return fieldsOf(exchange);
    const recent = new Map(this.#recent.map((each) => [`${each.request.method} ${shortened(each.path)}`, each]));
    const [only, second] = recent.values();
    if (only === undefined) return {};
    return second === undefined ? fieldsOf(only) : { recentRequests: [...recent.keys()] };
  }
}

function fieldsOf({ request, path }: HttpExchange): LogFields {
  return { method: request.method, path: shortened(path) };
}
