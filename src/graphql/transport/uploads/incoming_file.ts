import { Upload, type UploadedFile } from "./upload.ts";
import { UploadError } from "./upload_error.ts";

/** A file that is expected or arriving: a FIFO queue of chunks between the connection and the reader of the file. */
export class IncomingFile extends Upload {
  readonly #changed: () => void;
  readonly #arrival = Promise.withResolvers<void>();
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #name = "";
  #type = "";
  #bytes = 0;
  #state: "expected" | "arriving" | "complete" | "discarded" = "expected";
  #error: UploadError | undefined;
  #wantsChunk: (() => void) | undefined;
  #isOpen = false;

  /** @param changed called when reading the connection may continue */
  constructor(changed: () => void) {
    super();
    this.#changed = changed;
    // Handles the rejection of a file that is never opened.
    this.#arrival.promise.catch(() => {});
  }

  /** Whether the file was opened. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of buffered bytes. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** Whether a reader waits for the file to arrive. */
  get isAwaited(): boolean {
    return this.#isOpen && this.#state === "expected";
  }

  /** Whether a reader waits for more content. */
  get wantsMore(): boolean {
    return this.#wantsChunk !== undefined;
  }

  /** Whether no more of its content has to be read from the connection. */
  get isOver(): boolean {
    return this.#state === "complete" || this.#state === "discarded";
  }

  /** Called when its part begins. */
  begin(name: string, type: string): void {
    if (this.#state !== "expected") return;
    this.#name = name;
    this.#type = type;
    this.#state = "arriving";
    this.#arrival.resolve();
  }

  /** Adds content; a discarded file drops it. */
  add(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#state !== "arriving") return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake();
  }

  /** Called when all of its content has arrived. */
  complete(): void {
    if (this.#state !== "arriving") return;
    this.#state = "complete";
    this.#wake();
  }

  /** Fails the file: readers and waiters receive the error. */
  fail(error: UploadError): void {
    if (this.#error !== undefined || this.#state === "complete" && this.#bytes === 0) return;
    this.#error = error;
    this.#state = "discarded";
    this.#drop();
    this.#arrival.reject(error);
    this.#controller?.error(error);
    this.#wake();
  }

  override async open(): Promise<UploadedFile> {
    if (this.#isOpen) throw new UploadError("Cannot open the file as it was opened before");
    this.#isOpen = true;
    this.#changed();
    await this.#arrival.promise;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => void (this.#controller = controller),
      pull: (controller) => this.#pull(controller),
      cancel: () => this.#discard(),
    }, { highWaterMark: 0 });
    if (this.#error !== undefined) this.#controller?.error(this.#error);
    return { name: this.#name, type: this.#type, stream };
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    while (this.#chunks.length === 0 && !this.isOver) {
      const wanted = Promise.withResolvers<void>();
      this.#wantsChunk = wanted.resolve;
      this.#changed();
      await wanted.promise;
    }
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bytes -= chunk.length;
      controller.enqueue(chunk);
      this.#changed();
    } else if (this.#state === "complete") controller.close();
  }

  #discard(): void {
    if (this.#state !== "complete") this.#state = "discarded";
    this.#drop();
    this.#changed();
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
  }

  #wake(): void {
    this.#wantsChunk?.();
    this.#wantsChunk = undefined;
  }
}
