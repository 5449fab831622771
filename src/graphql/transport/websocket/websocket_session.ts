import { Authentication, type GraphQLContext } from "../../../context/mod.ts";
import type { HttpExchange } from "../../../http/mod.ts";
import { Cancellation } from "../../execution/mod.ts";
import type { WebSocketPayload, WebSocketSessionInfo } from "../../interception/mod.ts";
import type { ClientSocket } from "./client_socket.ts";
import type { OutgoingMessages } from "./outgoing_messages.ts";

/** An operation that runs on a connection. */
export class RunningOperation {
  /** The id that the client gave it. */
  readonly id: string;
  /** What the client sent. */
  readonly payload: object;
  /** Cancels its execution. */
  readonly cancellation: Cancellation = new Cancellation();
  /** What interceptors and data fetchers of the operation share; `undefined` until its request was read. */
  context: GraphQLContext | undefined;
  #isAbandoned = false;

  /**
   * @param id the id that the client gave it
   * @param payload what the client sent
   */
  constructor(id: string, payload: object) {
    this.id = id;
    this.payload = payload;
  }

  /**
   * Whether the client, the end of the connection or the stop of the service ended the operation. Then the client
   * expects no message of it any more. An operation that is only cancelled, by an interceptor, still has to be answered.
   */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Cancels the operation, of which nothing may be sent any more. */
  abandon(): void {
    this.#isAbandoned = true;
    this.cancellation.cancel();
  }
}

/** One connection: what interceptors see of it, and the operations that run on it. */
export class WebSocketSession implements WebSocketSessionInfo {
  readonly id: string = crypto.randomUUID();
  readonly headers: Headers;
  readonly remoteAddress: string | undefined;
  /** Sends messages to the client. */
  readonly outgoing: OutgoingMessages;
  readonly attributes: Map<string, unknown> = new Map();
  /** The handshake. */
  readonly exchange: HttpExchange;
  /** What the client sent with `connection_init`; `undefined` until it was accepted. */
  initPayload: WebSocketPayload | undefined;
  /** How the connection was closed; `undefined` while it is open. */
  closeCode: number | undefined;
  readonly #socket: ClientSocket;
  readonly #operations = new Map<string, RunningOperation>();
  readonly #streams = new Set<string>();
  #idle: PromiseWithResolvers<void> | undefined;
  #isDraining = false;
  #hasResumable = false;

  /**
   * @param exchange the handshake
   * @param socket the connection
   * @param outgoing sends over it
   */
  constructor(exchange: HttpExchange, socket: ClientSocket, outgoing: OutgoingMessages) {
    this.exchange = exchange;
    this.headers = exchange.request.headers;
    this.remoteAddress = exchange.remoteAddress;
    this.#socket = socket;
    this.outgoing = outgoing;
  }

  get uri(): URL {
    return this.exchange.url;
  }

  /** Whether the client has continued, or can continue, a subscription on another connection. */
  get hasResumable(): boolean {
    return this.#hasResumable;
  }

  /** How many operations run. */
  get operationCount(): number {
    return this.#operations.size;
  }

  /** Whether an operation of this id runs. */
  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /**
   * Registers an operation.
   *
   * @param id the id that the client gave it, which no other operation has
   * @param payload what the client sent
   */
  begin(id: string, payload: object): RunningOperation {
    const operation = new RunningOperation(id, payload);
    this.#operations.set(id, operation);
    return operation;
  }

  /**
   * Marks an operation as one that has no last result of its own. A connection that drains ends it.
   *
   * @param operation the operation
   * @param isResumable whether the client continues it on another connection
   */
  markStream({ id, isAbandoned }: RunningOperation, isResumable: boolean): void {
    if (isAbandoned) return;
    if (isResumable) this.#hasResumable = true;
    if (this.#isDraining) this.cancel(id);
    else this.#streams.add(id);
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

  /** Cancels an operation, of which the client gets nothing more. */
  cancel(id: string): void {
    this.#operations.get(id)?.abandon();
    this.#forget(id);
  }

  /** Cancels all operations. */
  cancelAll(): void {
    for (const id of [...this.#operations.keys()]) this.cancel(id);
  }

  /** Lets the running operations know who the client is from now on. */
  shareAuthentication(authentication: Authentication): void {
    for (const { context } of this.#operations.values()) context?.put(Authentication, authentication);
  }

  /** Sends a `ping`, if nothing was sent since the last call. */
  keepAlive(): void {
    if (!this.outgoing.wasUsed) void this.outgoing.send('{"type":"ping"}');
    this.outgoing.wasUsed = false;
  }

  /**
   * Ends the subscriptions, waits until no operation runs any more, and closes the connection.
   *
   * @param timeoutMs how long to wait for the operations, in milliseconds; then they are cancelled
   */
  async drain(timeoutMs: number, code: number, reason: string): Promise<void> {
    this.#isDraining = true;
    for (const id of [...this.#streams]) this.cancel(id);
    if (this.#operations.size > 0) await this.#becomeIdle(timeoutMs);
    // The last operation is over, but its last message is sent only after that.
    await new Promise((resolve) => setTimeout(resolve));
    await this.close(code, reason);
  }

  async #becomeIdle(timeoutMs: number): Promise<void> {
    this.#idle ??= Promise.withResolvers();
    const timer = setTimeout(() => this.cancelAll(), timeoutMs);
    await this.#idle.promise;
    clearTimeout(timer);
  }

  /** Closes the connection. */
  close(code: number, reason: string): Promise<void> {
    return this.#socket.close(code, reason);
  }
}
