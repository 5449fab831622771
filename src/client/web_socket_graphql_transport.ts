import type { GraphQlWsClient } from "../../deps.ts";
import { cancellableStream } from "./cancellable_stream.ts";
import { type ClientGraphQlRequest, requestBody } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { endpointOf } from "./endpoint_of.ts";
import { firstResult } from "./first_result.ts";
import { GraphQlTransportError, SubscriptionError } from "./graphql_client_error.ts";
import type { GraphQlTransport } from "./graphql_transport.ts";
import type { ResponseError } from "./response_error.ts";

/** Where a WebSocket transport connects, and how it introduces itself. */
export interface WebSocketGraphQlTransportOptions {
  /** The endpoint; `http` and `https` are read as `ws` and `wss`. */
  readonly url: string | URL;
  /** Sent with `connection_init`: the place for credentials. */
  readonly connectionInitPayload?: Readonly<Record<string, unknown>>;
  /** Receives what the server acknowledges the connection with. */
  readonly onAcknowledged?: (payload: Readonly<Record<string, unknown>> | undefined) => void;
}

/**
 * Carries requests over one WebSocket with the `graphql-transport-ws` protocol. It connects at the first request (or
 * at `start`), and again after the connection was lost.
 */
export class WebSocketGraphQlTransport implements GraphQlTransport {
  readonly #options: WebSocketGraphQlTransportOptions;
  readonly #url: string;
  #connection: Promise<GraphQlWsClient> | undefined;
  #isStopped = false;

  /** @param options the endpoint */
  constructor(options: WebSocketGraphQlTransportOptions) {
    this.#options = options;
    this.#url = endpointOf(options.url).replace(/^http/, "ws");
  }

  /**
   * Connects, and waits until the server has acknowledged the connection.
   *
   * @throws Error when the server can't be reached or refuses, naming the close code
   */
  async start(): Promise<void> {
    this.#isStopped = false;
    await this.#connected();
  }

  /** Closes the connection; requests are refused until the next `start`. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const connection = this.#connection;
    this.#connection = undefined;
    // A connection that failed has been reported to whoever waited for it.
    await connection?.then((client) => client.dispose(), () => undefined);
  }

  execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
    const missing = () =>
      new GraphQlTransportError("Cannot read the answer as the operation completed without one", request);
    return firstResult(this.executeSubscription(request), missing);
  }

  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody> {
    return cancellableStream((signal) => this.#results(request, signal), request.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async *#results(request: ClientGraphQlRequest, signal: AbortSignal): AsyncGenerator<GraphQlResponseBody> {
    for (const [name] of request.headers) {
      throw new TypeError(`Cannot send header "${name}" over a WebSocket: use option "connectionInitPayload"`);
    }
    try {
      const client = await this.#connected();
      // Whoever left while the connection was made is not subscribed.
      if (signal.aborted) return;
      const results = client.iterate(requestBody(request));
      signal.addEventListener("abort", () => void results.return?.(), { once: true });
      yield* results as AsyncIterableIterator<GraphQlResponseBody>;
    } catch (cause) {
      if (Array.isArray(cause)) throw new SubscriptionError(cause as ResponseError[], request);
      const reason = cause instanceof Error ? cause.message : closeReason(cause);
      throw new GraphQlTransportError(`Cannot use the connection to ${this.#url}: ${reason}`, request, { cause });
    }
  }

  #connected(): Promise<GraphQlWsClient> {
    if (this.#isStopped) return Promise.reject(new Error("WebSocketGraphQlTransport has been stopped"));
    if (this.#connection === undefined) {
      const connection = this.#connect(() => {
        if (this.#connection === connection) this.#connection = undefined;
      });
      this.#connection = connection;
    }
    return this.#connection;
  }

  async #connect(onLost: () => void): Promise<GraphQlWsClient> {
    // Loaded here, so that a client over HTTP loads no third-party code.
    const { loadGraphQlWsClient } = await import("../../deps.ts");
    const { createClient } = await loadGraphQlWsClient();
    const acknowledged = Promise.withResolvers<void>();
    const lost = (event: unknown): void => {
      onLost();
      acknowledged.reject(event instanceof Error ? event : new Error(closeReason(event), { cause: event }));
    };
    let socket: WebSocket | undefined;
    const client = createClient({
      url: this.#url,
      ...(this.#options.connectionInitPayload ? { connectionParams: this.#options.connectionInitPayload } : {}),
      // Connected until it is disposed; reconnecting is this class's decision.
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: lost,
      on: {
        opened: (opened) => void (socket = opened as WebSocket),
        // The library waits on, where a server sends what only clients send.
        message: ({ type }) => {
          if (!fromServer.has(type)) socket?.close(4400, "Invalid message");
        },
        connected: (_socket, payload) => {
          this.#options.onAcknowledged?.(payload ?? undefined);
          acknowledged.resolve();
        },
        closed: lost,
      },
    });
    await acknowledged.promise;
    return client;
  }
}

/** The types of messages that a server sends. */
const fromServer: ReadonlySet<string> = new Set(["connection_ack", "ping", "pong", "next", "error", "complete"]);

function closeReason(event: unknown): string {
  const { code, reason } = Object(event) as { code?: number; reason?: string };
  return code === undefined ? "connect failed" : `disconnected with code ${code}${reason ? ` (${reason})` : ""}`;
}
