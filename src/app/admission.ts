import { ClientAddresses, ClientQuota, type HttpRoute, type NextHttpHandler, problem } from "../http/mod.ts";
import type { EspalierProperties, Logger } from "../kernel/mod.ts";
import { LoadMonitor } from "./load_monitor.ts";

/** Time between two lines about overload, in milliseconds. */
const logIntervalMs = 10_000;

/** Decides which requests are handled, and which are refused because the service has too much to do. */
export class Admission {
  /** Measures the event loop; `serve` starts it. */
  readonly monitor: LoadMonitor;
  readonly #maxRequests: number;
  readonly #perAddress: ClientQuota | undefined;
  readonly #logger: Logger;
  #loggedAt = -Infinity;

  /**
   * @param http the limits
   * @param logger gets a line when requests are refused
   */
  constructor(http: EspalierProperties["http"], logger: Logger) {
    this.monitor = new LoadMonitor(http.maxEventLoopDelayMs);
    this.#maxRequests = http.maxRequests === 0 ? Infinity : http.maxRequests;
    this.#logger = logger.forCategory("espalier.http");
    if (http.maxRequestsPerAddress === 0) return;
    this.#perAddress = new ClientQuota({
      name: "requests",
      max: 0,
      maxPerAddress: http.maxRequestsPerAddress,
      addresses: new ClientAddresses(http),
      logger: this.#logger,
    });
  }

  /**
   * Whether a request must be rejected.
   *
   * @param inFlight number of requests that have no response yet
   */
  isFull(inFlight: number): boolean {
    return inFlight >= this.#maxRequests || this.monitor.isOverloaded;
  }

  /** Rejects a request; runs after the routes that respond under any load. */
  readonly refusal: HttpRoute = {
    path: "/{*path}",
    order: Infinity,
    handle: () => {
      this.#log();
      return problem({ status: 503, detail: "The service is overloaded", headers: { "retry-after": "1" } });
    },
  };

  /**
   * Limits the requests in flight per client address, if a limit is configured.
   *
   * @param handle handles the requests within the limit
   * @param refuse handles the rejected requests
   */
  limitPerAddress(handle: NextHttpHandler, refuse: NextHttpHandler): NextHttpHandler {
    const quota = this.#perAddress;
    if (quota === undefined) return handle;
    return (exchange) => {
      const release = quota.acquire({ remoteAddress: exchange.remoteAddress, headers: exchange.request.headers });
      if (release === undefined) return refuse(exchange);
      try {
        const response = handle(exchange);
        if (!(response instanceof Response)) return response.finally(release);
        release();
        return response;
      } catch (error) {
        release();
        throw error;
      }
    };
  }

  #log(): void {
    const now = performance.now();
    if (now - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = now;
    const reason = this.monitor.isOverloaded
      ? "the event loop is late"
      : `${this.#maxRequests} requests are in flight, or too many from one address`;
    this.#logger.warn(`Refusing requests as ${reason}`);
  }
}
