/** A WebSocket client that speaks plain messages. */
export class RawSocket implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #opened: Promise<void>;
  readonly #messages: unknown[] = [];
  #wake: () => void = () => {};

  constructor(url: string, protocols: string | string[] = "graphql-transport-ws") {
    this.socket = new WebSocket(url, protocols);
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<{ code: number; reason: string }>();
    this.#opened = opened.promise;
    this.closed = closed.promise;
    this.socket.onopen = () => opened.resolve();
    this.socket.onmessage = ({ data }) => {
      this.#messages.push(JSON.parse(data));
      this.#wake();
    };
    this.socket.onclose = ({ code, reason }) => {
      closed.resolve({ code, reason });
      opened.resolve();
      this.#wake();
    };
  }

  /** Sends a message. */
  async send(message: unknown): Promise<void> {
    await this.#opened;
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends `connection_init` and waits for the answer. */
  async init(payload?: unknown): Promise<unknown> {
    await this.send({ type: "connection_init", ...(payload === undefined ? {} : { payload }) });
    return await this.next();
  }

  /** Sends `subscribe`. */
  async subscribe(id: string, query: string): Promise<void> {
    await this.send({ type: "subscribe", id, payload: { query } });
  }

  /** The next message. */
  async next(): Promise<unknown> {
    while (this.#messages.length === 0) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error("The socket is closed");
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#messages.shift();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.close();
    await this.closed;
  }
}
