/** What decides about the life of a {@linkcode TextStream}. */
export interface TextStreamOptions {
  /** Silence after which a sign of life is sent, in milliseconds; 0 sends none. */
  readonly keepAliveMs: number;
  /** The sign of life. */
  readonly keepAliveText: string;
  /** Bytes that may wait for a client that reads slowly. */
  readonly bufferBytes: number;
  /** How long the buffer may stay full before the stream is given up, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Called once when the client is gone or too slow; never after {@linkcode TextStream.close}. */
  readonly onCancel: () => void;
}

/** The body of a response that is written bit by bit, and whose writer waits for a client that reads slowly. */
export class TextStream {
  /** The body of the response. */
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: TextStreamOptions;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #drained: PromiseWithResolvers<void> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  #isSilent = true;

  /** @param options keep-alive, buffer, and what to do when the client leaves */
  constructor(options: TextStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#drained?.resolve(),
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

  /** Ends the stream after what was sent. */
  close(): void {
    const controller = this.#release();
    controller?.close();
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
    const timer = setTimeout(() => this.#tooSlow(), this.#options.slowReaderTimeoutMs);
    try {
      await this.#drained.promise;
    } finally {
      clearTimeout(timer);
      this.#drained = undefined;
    }
  }

  #tooSlow(): void {
    const controller = this.#release();
    const { bufferBytes, slowReaderTimeoutMs } = this.#options;
    controller?.error(
      new Error(`The client left ${bufferBytes} bytes unread for ${slowReaderTimeoutMs} ms`),
    );
    if (controller !== undefined) this.#options.onCancel();
  }

  #cancelled(): void {
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
