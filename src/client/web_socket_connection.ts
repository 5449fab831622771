import type { GraphQlWsClient, loadGraphQlWsClient } from "../../deps.ts";
import type { GraphQlRequestBody } from "./client_graphql_request.ts";

/** Options of a connection. */
export interface WebSocketConnectionOptions {
  /** The endpoint, a `ws` or `wss` address. */
  readonly url: string;
  /** Sent with `connection_init`. */
  readonly connectionInitPayload?: Readonly<Record<string, unknown>> | undefined;
  /** Called with the payload of `connection_ack`. */
  readonly onAcknowledged?: ((payload: Readonly<Record<string, unknown>> | undefined) => void) | undefined;
  /** Maximum time until the server acknowledges the connection, in milliseconds; 0: no limit. */
  readonly acknowledgementTimeoutMs: number;
  /** Time between a `pong` of the server and the next `ping`, in milliseconds; 0 sends none. */
  readonly keepAliveMs: number;
  /** Maximum time until the server responds to a `ping`, in milliseconds; then the connection counts as lost. */
  readonly keepAliveTimeoutMs: number;
  /** Called when the connection is lost, for any reason. */
  readonly onLost: () => void;
  /** Aborts connecting, until the server acknowledged the connection. */
  readonly signal: AbortSignal;
}

type CreateClient = Awaited<ReturnType<typeof loadGraphQlWsClient>>["createClient"];

/** One connection of the `graphql-transport-ws` protocol: it never reconnects. */
export class WebSocketConnection {
  readonly #options: WebSocketConnectionOptions;
  readonly #client: GraphQlWsClient;
  readonly #acknowledged = Promise.withResolvers<void>();
  #socket: WebSocket | undefined;
  #lostBy: unknown;
  #isClosing = false;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(createClient: CreateClient, options: WebSocketConnectionOptions) {
    this.#options = options;
    this.#client = createClient({
      url: options.url,
      ...(options.connectionInitPayload ? { connectionParams: options.connectionInitPayload } : {}),
      // Connected until it is disposed; reconnecting is the transport's decision.
      lazy: false,
      retryAttempts: 0,
      keepAlive: options.keepAliveMs,
      onNonLazyError: (event) => this.#lost(event),
      on: {
        opened: (opened) => void (this.#socket = opened as WebSocket),
        // The library ignores a message that only clients may send, and would wait forever.
        message: ({ type }) => {
          if (!fromServer.has(type)) this.#socket?.close(4400, "Invalid message");
        },
        connected: (_socket, payload) => {
          options.onAcknowledged?.(payload ?? undefined);
          options.signal.removeEventListener("abort", this.#giveUp);
          this.#acknowledged.resolve();
        },
        ping: (received) => {
          if (!received) this.#awaitPong();
        },
        pong: (received) => {
          if (received) clearTimeout(this.#pongTimer);
        },
        closed: (event) => this.#closed(event),
      },
    });
    options.signal.addEventListener("abort", this.#giveUp, { once: true });
  }

  /**
   * Connects.
   *
   * @param options the endpoint
   * @returns the connection, once the server has acknowledged it
   * @throws Error naming the close code or the time that was too long, or the signal's reason
   */
  static async open(options: WebSocketConnectionOptions): Promise<WebSocketConnection> {
    // Loaded here, so that a client over HTTP loads no third-party code.
    const { createClient } = await (await import("../../deps.ts")).loadGraphQlWsClient();
    options.signal.throwIfAborted();
    const connection = new WebSocketConnection(createClient, options);
    const { acknowledgementTimeoutMs: mostMs } = options;
    const late = () => connection.#end(new Error(`the server must acknowledge the connection within ${mostMs} ms`));
    const timer = mostMs > 0 ? setTimeout(late, mostMs) : undefined;
    try {
      await connection.#acknowledged.promise;
      return connection;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends an operation.
   *
   * @param body the operation
   * @param signal completes the operation when aborted
   * @throws a list of errors that the server sent, or whatever ended the connection
   */
  async *iterate(body: GraphQlRequestBody, signal: AbortSignal): AsyncGenerator<unknown> {
    const results = this.#client.iterate(body);
    signal.addEventListener("abort", () => void results.return?.(), { once: true });
    try {
      yield* results;
    } catch (cause) {
      throw Array.isArray(cause) ? cause : this.#lostBy ?? cause;
    }
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#client.dispose();
  }

  readonly #giveUp = (): void => this.#end(this.#options.signal.reason);

  #awaitPong(): void {
    clearTimeout(this.#pongTimer);
    const { keepAliveTimeoutMs } = this.#options;
    this.#pongTimer = setTimeout(() => {
      this.#lost(new Error(`the server must answer a ping within ${keepAliveTimeoutMs} ms`));
      // The peer may be gone: the socket itself would wait for its close frame.
      this.#client.terminate();
    }, keepAliveTimeoutMs);
  }

  #end(reason: unknown): void {
    this.#acknowledged.reject(reason);
    this.#client.terminate();
  }

  #closed(event: unknown): void {
    this.#lost(event);
    // After a normal closure the library would connect again, and send every operation anew: mutations, too.
    if (!this.#isClosing && codeOf(event) === 1000) this.#client.terminate();
  }

  #lost(event: unknown): void {
    clearTimeout(this.#pongTimer);
    this.#lostBy ??= event;
    this.#options.signal.removeEventListener("abort", this.#giveUp);
    this.#options.onLost();
    this.#acknowledged.reject(event instanceof Error ? event : new Error(closeReason(event), { cause: event }));
  }
}

/** The types of messages that a server sends. */
const fromServer: ReadonlySet<string> = new Set(["connection_ack", "ping", "pong", "next", "error", "complete"]);

/** Describes how a connection ended. */
export function closeReason(event: unknown): string {
  const code = codeOf(event);
  const { reason } = Object(event) as { reason?: string };
  return code === undefined ? "connect failed" : `disconnected with code ${code}${reason ? ` (${reason})` : ""}`;
}

function codeOf(event: unknown): number | undefined {
  return (Object(event) as { code?: number }).code;
}
