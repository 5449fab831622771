import { SlowReaderError } from "./unread_bodies.ts";

/** What decides about the life of a {@linkcode TextStream}. */
export interface TextStreamOptions {
  /** Silence after which a sign of life is sent, in milliseconds; 0 sends none. */
  readonly keepAliveMs: number;
  /** The sign of life. */
  readonly keepAliveText: string;
  /** Bytes that may wait for a client that reads slowly. */
  readonly bufferBytes: number;
  /** How long the buffer may stay full, or a stream that has ended unread, before it is given up, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Called once when the client is gone or too slow; never after {@linkcode TextStream.close}. */
  readonly onCancel: () => void;
}

/** What a stream that has ended still has to send. */
interface UnreadRest {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The body of a response that is written bit by bit, and whose writer waits for a client that reads slowly. */
export class TextStream {
  /** The body of the response. */
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: TextStreamOptions;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #rest: UnreadRest | undefined;
  #drained: PromiseWithResolvers<void> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  #isSilent = true;

  /**
   * Creates the stream.
   *
   * @param options keep-alive, buffer, and what to do when the client leaves
   */
  constructor(options: TextStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#pulled(),
      cancel: () => this.#cancelled(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: options.bufferBytes }));
    if (options.keepAliveMs > 0) this.#keepAlive = setInterval(() => this.#tick(), options.keepAliveMs);
  }

  /** Whether the stream can still be written. */
  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  /**
   * Writes, and waits while too much waits for the client.
   *
   * @param text what to write; nothing is written to a stream that is over
   */
  protected write(text: string): void | Promise<void> {
    this.#isSilent = false;
    this.#enqueue(text);
    return this.#whenWritable();
  }

  /** Ends the stream after what was sent, unless the client leaves that unread for too long. */
  close(): void {
    const controller = this.#release();
    if (controller === undefined) return;
    if (this.#isRead(controller)) return controller.close();
    const timer = setTimeout(() => controller.error(this.#tooSlow()), this.#options.slowReaderTimeoutMs);
    this.#rest = { controller, timer };
  }

  #pulled(): void {
    this.#drained?.resolve();
    if (this.#rest === undefined || !this.#isRead(this.#rest.controller)) return;
    clearTimeout(this.#rest.timer);
    this.#rest.controller.close();
  }

  #isRead({ desiredSize }: ReadableStreamDefaultController<Uint8Array>): boolean {
    return desiredSize === this.#options.bufferBytes;
  }

  #enqueue(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  #tick(): void {
    if (this.#isSilent && (this.#controller?.desiredSize ?? 0) > 0) this.#enqueue(this.#options.keepAliveText);
    this.#isSilent = true;
  }

  #whenWritable(): void | Promise<void> {
    if (this.#controller === undefined || (this.#controller.desiredSize ?? 0) > 0) return;
    return this.#drain();
  }

  async #drain(): Promise<void> {
    this.#drained ??= Promise.withResolvers();
    const timer = setTimeout(() => this.#giveUp(), this.#options.slowReaderTimeoutMs);
    try {
      await this.#drained.promise;
    } finally {
      clearTimeout(timer);
      this.#drained = undefined;
    }
  }

  #giveUp(): void {
    const controller = this.#release();
    controller?.error(this.#tooSlow());
    if (controller !== undefined) this.#options.onCancel();
  }

  #tooSlow(): Error {
    const { bufferBytes, slowReaderTimeoutMs } = this.#options;
    return new SlowReaderError(
      `A client left up to ${bufferBytes} bytes of a stream unread for ${slowReaderTimeoutMs} ms`,
    );
  }

  #cancelled(): void {
    clearTimeout(this.#rest?.timer);
    if (this.#release() !== undefined) this.#options.onCancel();
  }

  #release(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const controller = this.#controller;
    this.#controller = undefined;
    clearInterval(this.#keepAlive);
    this.#drained?.resolve();
    return controller;
  }
}
