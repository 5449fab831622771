/** Milliseconds between two checks whether messages arrived. */
const checkMs = 5;

/**
 * Number of checks in a row without a message before the close frame is sent: 60 ms. A client whose last bytes wait for
 * an acknowledgement sends them up to 40 ms later (Nagle's algorithm and delayed acknowledgements). Checks are counted,
 * not time: when the process stalls, messages that arrived in the meantime are read between two checks.
 */
const quietChecks = 12;

/** Maximum number of checks: a client that floods the connection is closed all the same. */
const maxChecks = 60;

/** How long the client may take to answer the close frame, in milliseconds; a stop waits no longer for it. */
const handshakeMs = 500;

/**
 * The socket of a client, which is closed so that the client receives the close code. If unread input is left when the
 * server closes the connection, the operating system resets it, and the client sees 1006 instead of the code. The input
 * is therefore read and dropped until the client pauses. A message that arrives after the close frame was sent, and before
 * the client's, has the same effect: Deno then ends the connection at once.
 */
export class ClientSocket {
  readonly #socket: WebSocket;
  readonly #closed = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosing = false;

  /** @param socket an open socket */
  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Whether messages can be sent. */
  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Number of bytes that were sent and not yet read by the client. */
  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  /** Sends a message; a socket that is closing sends nothing. */
  send(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /**
   * Hands every message on, until the socket is closed from either side.
   *
   * @param listener receives a text, or binary data
   */
  listen(listener: (data: unknown) => void): void {
    if (!this.#isClosing) this.#socket.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
  }

  /**
   * Closes the connection; the first code counts.
   *
   * @returns settles when the client has answered the close frame, or takes too long
   */
  close(code: number, reason: string): Promise<void> {
    if (this.#isClosing) return this.#closed.promise;
    if (!this.isOpen) return Promise.resolve();
    this.#isClosing = true;
    let quiet = 0;
    let checks = 0;
    this.#socket.onmessage = () => void (quiet = 0);
    const check = () => {
      if (++quiet < quietChecks && ++checks < maxChecks) return void (this.#timer = setTimeout(check, checkMs));
      this.#socket.close(code, reason);
      this.#timer = setTimeout(() => this.#closed.resolve(), handshakeMs);
    };
    this.#timer = setTimeout(check, checkMs);
    return this.#closed.promise;
  }

  /**
   * Called when the connection is gone. Removes all listeners: Deno's timer for silent clients keeps a socket for up to
   * a minute after it was closed, and must not keep the session with it.
   */
  release(): void {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onerror = null;
    this.#socket.onclose = null;
    this.#closed.resolve();
  }
}
