import { inRootContext } from "../context/mod.ts";
import {
  type ConnectionInfo,
  HostCheck,
  HttpExchange,
  type HttpInterceptor,
  HttpListener,
  type HttpRoute,
  type NextHttpHandler,
  problem,
  refusalProblem,
  Router,
} from "../http/mod.ts";
import { type ActuatorProperties, type Logger, withoutTrailingSlashes } from "../kernel/mod.ts";

/** Maximum time for clients to read pending responses when the server stops, in milliseconds. */
const lastReadMs = 1_000;

/**
 * A server for the endpoints alone, where `actuator.port` asks for one. It listens from the beginning of start-up to
 * the end of draining, so that the probes get an answer throughout. The class is its own identifier in the container.
 */
export class ActuatorServer implements AsyncDisposable {
  readonly #properties: ActuatorProperties;
  readonly #logger: Logger;
  readonly #hosts: HostCheck;
  readonly #closing = new AbortController();
  readonly #unsent = new Set<Promise<unknown>>();
  #listener: HttpListener | undefined;
  #handler: NextHttpHandler | undefined;

  /**
   * Creates the server.
   *
   * @param properties where to listen
   * @param logger logs failures
   * @param allowedHosts further host names that requests may use, in addition to the bound one
   */
  constructor(properties: ActuatorProperties, logger: Logger, allowedHosts: readonly string[]) {
    this.#properties = properties;
    this.#hosts = new HostCheck([...allowedHosts, properties.hostname]);
    this.#logger = logger.forCategory("espalier.actuator");
  }

  /** For example `http://127.0.0.1:9090`; `undefined` before it listens. */
  get url(): string | undefined {
    return this.#listener && `http://${this.#properties.hostname}:${this.#listener.port}`;
  }

  /**
   * Begins to listen.
   *
   * @throws Error when the port is in use
   */
  listen(): void {
    const { hostname, port } = this.#properties;
    const fetch = (request: Request, connection: ConnectionInfo) => {
      this.#watch(connection);
      return inRootContext(() => this.#handle(request, connection));
    };
    try {
      this.#listener = new HttpListener({ hostname, port, fetch, logger: this.#logger, signal: this.#closing.signal });
    } catch (cause) {
      if (!(cause instanceof Deno.errors.AddrInUse)) throw cause;
      throw new Error(
        `Cannot listen on ${hostname}:${port} as the port is in use: stop the other process or set actuator.port`,
        { cause },
      );
    }
    this.#logger.info(`The actuator listens at ${this.url}${this.#properties.basePath}`);
  }

  /**
   * Answers with these routes from now on.
   *
   * @param routes of the endpoints
   * @param interceptors of every port, in order
   */
  publish(routes: readonly HttpRoute[], interceptors: readonly HttpInterceptor[]): void {
    const router = new Router(routes);
    this.#handler = interceptors.reduceRight<NextHttpHandler>(
      (next, interceptor) => (exchange) => interceptor.intercept(exchange, next),
      (exchange) => router.handle(exchange),
    );
  }

  async #handle(request: Request, connection: ConnectionInfo): Promise<Response> {
    const exchange = new HttpExchange(request, connection);
    try {
      return await (this.#hosts.refusal(exchange) ?? this.#handler?.(exchange) ?? this.#starting(exchange));
    } catch (error) {
      const refusal = refusalProblem(error, exchange.authentication);
      if (refusal !== undefined) return refusal;
      this.#logger.error("Cannot answer a request", { error });
      return problem({ status: 500 });
    }
  }

  /** Before the application's beans are there: alive, but not ready. */
  #starting({ path }: HttpExchange): Response {
    const health = `${withoutTrailingSlashes(this.#properties.basePath)}/health`;
    if (path === `${health}/liveness`) return Response.json({ status: "UP" });
    if (path === health || path === `${health}/readiness`) {
      return Response.json({ status: "OUT_OF_SERVICE" }, { status: 503 });
    }
    return problem({ status: 503, detail: "The service is starting", headers: { "retry-after": "5" } });
  }

  #watch({ completed }: ConnectionInfo): void {
    if (completed === undefined) return;
    this.#unsent.add(completed);
    const forget = () => this.#unsent.delete(completed);
    completed.then(forget, forget);
  }

  /** Stops listening after pending responses were sent, or the time for clients to read them is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, lastReadMs);
    await Promise.race([Promise.allSettled(this.#unsent), late.promise]);
    clearTimeout(timer);
    this.#closing.abort();
    await this.#listener?.shutdown();
  }
}
