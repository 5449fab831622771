import { describeValue, timerLimitMs } from "../kernel/mod.ts";
import { cancellableStream } from "./cancellable_stream.ts";
import { type ClientGraphQlRequest, requestBody } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { endpointOf } from "./endpoint_of.ts";
import { firstResult } from "./first_result.ts";
import { GraphQlTransportError, SubscriptionError } from "./graphql_client_error.ts";
import type { GraphQlTransport } from "./graphql_transport.ts";
import { type ReceivedPart, type ResumeOptions, resumeOptions, resumingStream } from "./resuming_stream.ts";
import { isResponse } from "./parse_response.ts";
import type { ResponseError } from "./response_error.ts";
import { closeReason, WebSocketConnection, type WebSocketConnectionOptions } from "./web_socket_connection.ts";

/** The endpoint and options of a WebSocket transport. */
export interface WebSocketGraphQlTransportOptions {
  /** The endpoint; `http` and `https` are read as `ws` and `wss`. */
  readonly url: string | URL;
  /** The payload of `connection_init`, for example credentials. */
  readonly connectionInitPayload?: Readonly<Record<string, unknown>>;
  /** Called with the payload of `connection_ack`. */
  readonly onAcknowledged?: (payload: Readonly<Record<string, unknown>> | undefined) => void;
  /**
   * Maximum time until the server acknowledges the connection, in milliseconds: 30,000 by default,
   * 0 means no limit.
   */
  readonly acknowledgementTimeoutMs?: number;
  /**
   * Time between a `pong` of the server and the next `ping`, in milliseconds; 0, the default, sends none. Pings keep
   * the
   * connection open behind proxies, and detect a server that disappeared without a close frame.
   */
  readonly keepAliveMs?: number;
  /**
   * Maximum time until the server responds to a `ping`, in milliseconds, at least 1: 10,000 by default. Then the
   * operations
   * fail, and the next request connects again.
   */
  readonly keepAliveTimeoutMs?: number;
  /**
   * How subscriptions resume after the connection was lost, if the server sends positions; `false` disables it, and
   * requests no positions.
   */
  readonly resume?: ResumeOptions | false;
}

/**
 * Carries requests over one WebSocket with the `graphql-transport-ws` protocol. It connects at the first request (or
 * at `start`), and again after the connection was lost.
 */
export class WebSocketGraphQlTransport implements GraphQlTransport {
  readonly #options: WebSocketGraphQlTransportOptions;
  readonly #url: string;
  readonly #timeouts: Timeouts;
  readonly #resume: ResumeOptions | undefined;
  #connection: Promise<WebSocketConnection> | undefined;
  #stopping = new AbortController();

  /**
   * Creates the transport.
   *
   * @param options the endpoint
   * @throws TypeError when the address is none of a WebSocket
   * @throws RangeError when a time is none of a timer
   */
  constructor(options: WebSocketGraphQlTransportOptions) {
    this.#options = options;
    this.#url = webSocketUrl(options.url);
    this.#resume = resumeOptions(options.resume);
    this.#timeouts = {
      acknowledgementTimeoutMs: timeoutOf(options, "acknowledgementTimeoutMs", { min: 0, fallback: 30_000 }),
      keepAliveMs: timeoutOf(options, "keepAliveMs", { min: 0, fallback: 0 }),
      keepAliveTimeoutMs: timeoutOf(options, "keepAliveTimeoutMs", { min: 1, fallback: 10_000 }),
    };
  }

  /**
   * Connects, and waits until the server has acknowledged the connection.
   *
   * @throws Error if the server cannot be reached or rejects the connection, naming the close code
   */
  async start(): Promise<void> {
    if (this.#stopping.signal.aborted) this.#stopping = new AbortController();
    await this.#connected();
  }

  /** Closes the connection, or aborts connecting; requests are rejected until the next `start`. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("WebSocketGraphQlTransport has been stopped"));
    const connection = this.#connection;
    this.#connection = undefined;
    // A failed connection was already reported to the waiting callers.
    await connection?.then((opened) => opened.close(), () => undefined);
  }

  execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
    const results = cancellableStream((signal) => this.#results(request, signal), request.signal);
    return firstResult(results, request, "the operation completed without one");
  }

  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody> {
    return cancellableStream((signal) => {
      const open = (after: string | undefined) => this.#parts(request, signal, after);
      return resumingStream({ signal, open }, this.#resume);
    }, request.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async *#results(request: ClientGraphQlRequest, signal: AbortSignal): AsyncGenerator<GraphQlResponseBody> {
    for (const [name] of request.headers) {
      throw new TypeError(`Cannot send header "${name}" over a WebSocket: use option "connectionInitPayload"`);
    }
    try {
      const connection = await this.#connected();
      // A consumer that ended the iteration while connecting is not subscribed.
      if (signal.aborted) return;
      for await (const result of connection.iterate(requestBody(request), signal)) yield responseOf(result);
    } catch (cause) {
      if (Array.isArray(cause)) throw new SubscriptionError(cause as ResponseError[], request);
      const reason = cause instanceof Error ? cause.message : closeReason(cause);
      throw new GraphQlTransportError(`Cannot use the connection to ${this.#url}: ${reason}`, request, { cause });
    }
  }

  async *#parts(
    request: ClientGraphQlRequest,
    signal: AbortSignal,
    after: string | undefined,
  ): AsyncGenerator<ReceivedPart> {
    const extensions = this.#resume === undefined ? {} : { resume: after ?? true };
    for await (
      const body of this.#results({ ...request, extensions: { ...request.extensions, ...extensions } }, signal)
    ) {
      yield receivedPart(body);
    }
  }

  #connected(): Promise<WebSocketConnection> {
    if (this.#stopping.signal.aborted) return Promise.reject(this.#stopping.signal.reason);
    if (this.#connection === undefined) {
      const connection = WebSocketConnection.open({
        ...this.#options,
        url: this.#url,
        ...this.#timeouts,
        signal: this.#stopping.signal,
        onLost: () => {
          if (this.#connection === connection) this.#connection = undefined;
        },
      });
      this.#connection = connection;
    }
    return this.#connection;
  }
}

/** A response that contains only a position is not passed to the consumer. */
function receivedPart(body: GraphQlResponseBody): ReceivedPart {
  const position = body.extensions?.resume;
  if (typeof position !== "string") return { body };
  return body.data === undefined && body.errors === undefined ? { position } : { body, position };
}

function webSocketUrl(url: string | URL): string {
  const endpoint = new URL(endpointOf(url));
  if (!/^(https?|wss?):$/.test(endpoint.protocol)) {
    throw new TypeError(
      `Cannot make a client as option "url" must begin with http, https, ws or wss: current value is "${url}"`,
    );
  }
  // A WebSocket's address has no fragment.
  endpoint.hash = "";
  return endpoint.href.replace(/^http/, "ws");
}

type Timeouts = Pick<WebSocketConnectionOptions, "acknowledgementTimeoutMs" | "keepAliveMs" | "keepAliveTimeoutMs">;

function timeoutOf(
  options: WebSocketGraphQlTransportOptions,
  name: keyof Timeouts,
  { min, fallback }: { readonly min: number; readonly fallback: number },
): number {
  const value = options[name] ?? fallback;
  if (Number.isInteger(value) && value >= min && value < timerLimitMs) return value;
  throw new RangeError(
    `Cannot make a client as option "${name}" must be an integer from ${min} to ${
      timerLimitMs - 1
    }: current value is ` +
      describeValue(value),
  );
}

function responseOf(result: unknown): GraphQlResponseBody {
  if (isResponse(result)) return result;
  throw new TypeError(`the result must be a GraphQL response: current value is ${describeValue(result)}`);
}
