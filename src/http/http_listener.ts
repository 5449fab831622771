import type { Logger } from "../kernel/mod.ts";
import type { ConnectionInfo } from "./http_exchange.ts";

/** The address, the request handler and the limits of a listener. */
export interface HttpListenerOptions {
  /** The address to listen on. */
  readonly hostname: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  /** Whether other processes of the same user may listen on the port, too. */
  readonly reusePort?: boolean;
  /** Handles a request. */
  readonly fetch: (request: Request, connection: ConnectionInfo) => Response | Promise<Response>;
  /** Logs failures. */
  readonly logger: Logger;
  /** Serves TLS, with HTTP/2 for clients that offer it; by default plain HTTP. */
  readonly tls?: TlsKeyPair;
  /** Closes all connections immediately when aborted. */
  readonly signal?: AbortSignal;
}

/** A certificate chain and its private key, both PEM texts. */
export interface TlsKeyPair {
  /** The certificate chain, the service's own certificate first. */
  readonly cert: string;
  /** The private key. */
  readonly key: string;
}

/** Delay before the first attempt to listen again, in milliseconds; it doubles up to {@linkcode maxDelayMs}. */
const minDelayMs = 50;

const maxDelayMs = 1_000;

/** A listener that has accepted connections for this long is healthy again, in milliseconds. */
const healthyMs = 5_000;

/** Time for a replaced server to let go of the port before this counts as an outage, in milliseconds. */
const maxTakeOverMs = 1_000;

/**
 * Maximum number of failed listeners whose connections are kept open. Beyond it the idle connections of the oldest are
 * closed, which frees file descriptors while idle clients hold all of them.
 */
const maxFailed = 8;

/**
 * Accepts HTTP connections on one port, and listens again when accepting fails.
 *
 * `accept` fails when the process or the system runs out of file descriptors or memory; `Deno.serve` then stops
 * listening and rejects `finished`, while the connections that are open keep being served.
 */
export class HttpListener {
  readonly #options: HttpListenerOptions;
  readonly #failed: Deno.HttpServer[] = [];
  readonly #replaced: Set<Promise<void>> = new Set();
  readonly #port: number;
  #tls: TlsKeyPair | undefined;
  #current: Deno.HttpServer<Deno.NetAddr> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delayMs = minDelayMs;
  #isFailing = false;
  #isClosed = false;

  /**
   * Starts to listen.
   *
   * @param options the address, the request handler and the limits
   * @throws Error when it is not possible to listen there
   */
  constructor(options: HttpListenerOptions) {
    this.#options = options;
    this.#tls = options.tls;
    this.#port = this.#listen(options.port).addr.port;
  }

  /** The port that is bound. */
  get port(): number {
    return this.#port;
  }

  /**
   * Serves new connections with another certificate. Connections that are open keep theirs and close after the requests
   * in flight. The port is free for the new listener when the old one has let it go: for these few milliseconds new
   * connections are refused.
   *
   * @param tls the certificate and its key
   * @returns a promise that resolves when the new certificate is served
   * @throws Error if the system rejects them; then the previous ones remain in use
   */
  async replaceCertificate(tls: TlsKeyPair): Promise<void> {
    const previous = this.#tls;
    this.#tls = tls;
    const old = this.#current;
    if (old === undefined || this.#isClosed) return;
    this.#current = undefined;
    const closed = closeGracefully(old).finally(() => this.#replaced.delete(closed));
    this.#replaced.add(closed);
    const deadline = performance.now() + maxTakeOverMs;
    try {
      await this.#takeOver(deadline);
    } catch (error) {
      this.#tls = previous;
      await this.#takeOver(deadline);
      throw error;
    }
  }

  /** Stops listening and waits for the requests in flight. */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const servers = this.#failed.splice(0);
    if (this.#current !== undefined) servers.push(this.#current);
    await Promise.all([...servers.map(closeGracefully), ...this.#replaced]);
  }

  #listen(port: number): Deno.HttpServer<Deno.NetAddr> {
    const { hostname, fetch, signal, reusePort = false } = this.#options;
    const onError = (error: unknown) => this.#bodyFailed(error);
    const ended = signal === undefined ? {} : { signal };
    const options = { hostname, port, reusePort, onListen: () => {}, onError, ...ended };
    const server = this.#tls === undefined
      ? Deno.serve(options, fetch)
      : Deno.serve({ ...options, ...this.#tls }, fetch);
    this.#current = server;
    server.finished.catch((error) => this.#acceptFailed(server, error));
    return server;
  }

  // `fetch` handles its own failures: this is the failure of a body while it was sent.
  #bodyFailed(error: unknown): Response {
    const { logger } = this.#options;
    if (error instanceof Error && error.name === "SlowReaderError") logger.debug(error.message);
    else logger.error("Cannot send a response body", { error });
    return new Response(null, { status: 500 });
  }

  #acceptFailed(server: Deno.HttpServer, error: unknown): void {
    if (this.#isClosed) return;
    this.#current = undefined;
    this.#failed.push(server);
    if (this.#failed.length > maxFailed) void closeGracefully(this.#failed.shift()!);
    this.#listenLater(error);
  }

  #listenLater(error: unknown): void {
    clearTimeout(this.#timer);
    // One line per outage: the retries of a flood would fill the log.
    if (!this.#isFailing) this.#options.logger.error("Cannot accept connections: listening again", { error });
    this.#isFailing = true;
    this.#timer = setTimeout(() => this.#retry(), this.#delayMs);
    this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
  }

  async #takeOver(deadline: number): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#listen(this.#port);
        return;
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse)) throw error;
        if (performance.now() > deadline) return this.#listenLater(error);
        await new Promise((resolve) => void setTimeout(resolve));
      }
    }
  }

  #retry(): void {
    try {
      this.#listen(this.#port);
      this.#timer = setTimeout(() => this.#recovered(), healthyMs);
      Deno.unrefTimer(this.#timer as unknown as number);
    } catch (error) {
      this.#listenLater(error);
    }
  }

  #recovered(): void {
    this.#isFailing = false;
    this.#delayMs = minDelayMs;
    this.#options.logger.info("Accepting connections again");
  }
}

/** Closes idle connections immediately, the others after their response. */
async function closeGracefully(server: Deno.HttpServer): Promise<void> {
  // After a failed `accept` this promise rejects with the same error.
  await server.shutdown().catch(() => {});
}
