import type { HttpExchange } from "../../../http/mod.ts";
import type { Cancellation } from "../../execution/mod.ts";
import type { WebSocketPayload, WebSocketSessionInfo } from "../../interception/mod.ts";
import type { OutgoingMessages } from "./outgoing_messages.ts";

/** An operation that runs on a connection. */
export interface RunningOperation {
  readonly cancellation: Cancellation;
  /** What the client asked. */
  readonly payload: object;
}

/** One connection: what interceptors see of it, and the operations that run on it. */
export class WebSocketSession implements WebSocketSessionInfo {
  readonly id: string = crypto.randomUUID();
  readonly headers: Headers;
  readonly remoteAddress: string | undefined;
  readonly attributes: Map<string, unknown> = new Map();
  /** The handshake. */
  readonly exchange: HttpExchange;
  /** What the client sent with `connection_init`; `undefined` until it was accepted. */
  initPayload: WebSocketPayload | undefined;
  /** How the connection was closed; `undefined` while it is open. */
  closeCode: number | undefined;
  readonly #socket: WebSocket;
  readonly #outgoing: OutgoingMessages;
  readonly #operations = new Map<string, RunningOperation>();
  readonly #streams = new Set<string>();
  #idle: PromiseWithResolvers<void> | undefined;

  /**
   * @param exchange the handshake
   * @param socket the connection
   * @param outgoing sends over it
   */
  constructor(exchange: HttpExchange, socket: WebSocket, outgoing: OutgoingMessages) {
    this.exchange = exchange;
    this.headers = exchange.request.headers;
    this.remoteAddress = exchange.remoteAddress;
    this.#socket = socket;
    this.#outgoing = outgoing;
  }

  get uri(): URL {
    return this.exchange.url;
  }

  /** How many operations run. */
  get operationCount(): number {
    return this.#operations.size;
  }

  /** Whether an operation of this id runs. */
  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Registers an operation. */
  begin(id: string, operation: RunningOperation): void {
    this.#operations.set(id, operation);
  }

  /** Marks an operation as one that ends only when somebody ends it. */
  markStream(id: string): void {
    if (this.#operations.has(id)) this.#streams.add(id);
  }

  /**
   * Forgets an operation that is over.
   *
   * @param id names the operation
   * @param payload tells it from a later one of the same id
   */
  end(id: string, payload: object): void {
    if (this.#operations.get(id)?.payload === payload) this.#forget(id);
  }

  #forget(id: string): void {
    this.#operations.delete(id);
    this.#streams.delete(id);
    if (this.#operations.size === 0) this.#idle?.resolve();
  }

  /** Cancels an operation. */
  cancel(id: string): void {
    this.#operations.get(id)?.cancellation.cancel();
    this.#forget(id);
  }

  /** Cancels all operations. */
  cancelAll(): void {
    for (const id of [...this.#operations.keys()]) this.cancel(id);
  }

  /** Sends a `ping`, if nothing was sent since the last call. */
  keepAlive(): void {
    if (!this.#outgoing.wasUsed) void this.#outgoing.send('{"type":"ping"}');
    this.#outgoing.wasUsed = false;
  }

  /** Ends the subscriptions, and waits until no operation runs any more. */
  async drained(): Promise<void> {
    for (const id of [...this.#streams]) this.cancel(id);
    if (this.#operations.size === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
  }

  /** Closes the connection. */
  close(code: number, reason: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(code, reason);
  }
}
