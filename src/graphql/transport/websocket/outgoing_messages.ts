import type { ClientSocket } from "./client_socket.ts";

/** How much may wait for a client that reads slowly, and for how long. */
export interface OutgoingLimits {
  /** Bytes that may wait. */
  readonly bufferBytes: number;
  /** How long the buffer may stay full before the connection is closed, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Called when the client is given up: its socket may stay half open for long. */
  readonly onGiveUp: () => void;
}

/** How often a full buffer is looked at, in milliseconds: the socket has no event for it. */
const pollMs = 25;

/** Close code for a client that reads too slowly: it may connect again. */
const tooSlow = 1013;

/** Sends messages over a socket, and makes senders wait while the client reads slowly. */
export class OutgoingMessages {
  readonly #socket: ClientSocket;
  readonly #limits: OutgoingLimits;
  #drained: Promise<void> | undefined;
  #waitingBytes = 0;
  /** Maximum number of bytes that the socket can hold, by what was sent since it was asked. */
  #mostWaiting = 0;
  #stopWaiting: (() => void) | undefined;
  /** Whether a message was sent since this was last set to `false`. */
  wasUsed = false;

  /**
   * @param socket the client's
   * @param limits what may wait
   */
  constructor(socket: ClientSocket, limits: OutgoingLimits) {
    this.#socket = socket;
    this.#limits = limits;
  }

  /**
   * Sends a message; after it the sender waits until there is room again.
   *
   * @param text the message
   */
  send(text: string): void | Promise<void> {
    if (this.#drained !== undefined) return this.#sendLater(text);
    this.#sendNow(text);
    // A character takes three bytes at most: asking the socket costs as much as a small message.
    this.#mostWaiting += 3 * text.length;
    if (this.#mostWaiting <= this.#limits.bufferBytes) return;
    this.#mostWaiting = this.#socket.bufferedAmount;
    if (this.#mostWaiting > this.#limits.bufferBytes) return this.#whenDrained();
  }

  #sendNow(text: string): void {
    if (!this.#socket.isOpen) return;
    this.wasUsed = true;
    this.#socket.send(text);
  }

  async #sendLater(text: string): Promise<void> {
    this.#waitingBytes += text.length;
    // Answers to a flood of pings could pile up behind the buffer.
    if (this.#waitingBytes > 4 * this.#limits.bufferBytes) this.#giveUp();
    await this.#drained;
    this.#waitingBytes -= text.length;
    await this.send(text);
  }

  #whenDrained(): Promise<void> {
    return this.#drained ??= this.#poll().finally(() => this.#drained = undefined);
  }

  async #poll(): Promise<void> {
    const deadline = performance.now() + this.#limits.slowReaderTimeoutMs;
    while (this.#socket.isOpen && this.#socket.bufferedAmount > this.#limits.bufferBytes) {
      if (performance.now() > deadline) return this.#giveUp();
      await this.#nextPoll();
    }
  }

  #nextPoll(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Lets senders go on, as the socket is closed. */
  close(): void {
    this.#stopWaiting?.();
  }

  #giveUp(): void {
    if (!this.#socket.isOpen) return;
    const { bufferBytes, slowReaderTimeoutMs, onGiveUp } = this.#limits;
    onGiveUp();
    void this.#socket.close(tooSlow, `More than ${bufferBytes} bytes unread for ${slowReaderTimeoutMs} ms`);
  }
}
