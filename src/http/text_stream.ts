import { SlowReaderError } from "./unread_bodies.ts";

/** Options of a {@linkcode TextStream}. */
export interface TextStreamOptions {
  /** Idle time after which a keep-alive is sent, in milliseconds; 0 disables it. */
  readonly keepAliveMs: number;
  /** The sign of life. */
  readonly keepAliveText: string;
  /** Bytes that may wait for a client that reads slowly. */
  readonly bufferBytes: number;
  /** Time after which a stream with a full buffer, or an ended stream that is unread, is aborted, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Called once when the client disconnected or is too slow; never after {@linkcode TextStream.close}. */
  readonly onCancel: () => void;
}

/** The unsent rest of an ended stream. */
interface UnreadRest {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A response body that is written incrementally, with back-pressure for clients that read slowly. */
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
   * @param options keep-alive, buffer size, and the disconnect callback
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
   * @param text the text to write; ignored if the stream has ended
   */
  protected write(text: string): void | Promise<void> {
    this.#isSilent = false;
    this.#enqueue(text);
    return this.#whenWritable();
  }

  /** Ends the stream after the buffered text, unless the client does not read that in time. */
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
