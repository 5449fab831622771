/** A message between two processes: a JSON value. */
export type ProcessMessage =
  | { readonly type: "hello"; readonly token: string; readonly process: number }
  | { readonly type: "ready" | "stop" | "terminate" }
  | { readonly type: "state"; readonly ready: number }
  | { readonly type: "gather" | "ask"; readonly id: number; readonly topic: string }
  | { readonly type: "answer"; readonly id: number; readonly value?: unknown };

/** Sends and receives messages over a connection, one line of JSON each. */
export class MessageChannel {
  readonly #connection: Deno.Conn;
  readonly #encoder = new TextEncoder();
  #writing: Promise<void> = Promise.resolve();

  /** @param connection between two processes of this machine */
  constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /** Sends a message after the previous ones; does nothing if the other process is gone. */
  send(message: ProcessMessage): void {
    const bytes = this.#encoder.encode(`${JSON.stringify(message)}\n`);
    this.#writing = this.#writing.then(() => this.#write(bytes)).catch(() => {});
  }

  /** Closes the connection after all messages are sent. */
  async close(): Promise<void> {
    await this.#writing;
    this.end();
  }

  /** Closes the connection at once. */
  end(): void {
    try {
      this.#connection.close();
    } catch {
      // It is closed.
    }
  }

  /**
   * Receives messages until the connection ends.
   *
   * @yields the messages
   */
  async *messages(): AsyncGenerator<ProcessMessage> {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(65_536);
    let parts: string[] = [];
    for (;;) {
      const count = await this.#connection.read(buffer).catch(() => null);
      if (count === null) return;
      const [first = "", ...others] = decoder.decode(buffer.subarray(0, count), { stream: true }).split("\n");
      parts.push(first);
      for (const other of others) {
        // Both ends are processes of the same service.
        yield JSON.parse(parts.join("")) as ProcessMessage;
        parts = [other];
      }
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
  }
}
