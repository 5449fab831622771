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

  /** @param changed is called when the connection may be read on */
  constructor(changed: () => void) {
    super();
    this.#changed = changed;
    // A file that nobody opens fails unseen.
    this.#arrival.promise.catch(() => {});
  }

  /** Whether somebody opened it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Number of bytes that wait for the reader. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** Whether somebody waits for the file to arrive. */
  get isAwaited(): boolean {
    return this.#isOpen && this.#state === "expected";
  }

  /** Whether somebody waits for more of its content. */
  get wantsMore(): boolean {
    return this.#wantsChunk !== undefined;
  }

  /** Whether nothing of it is to be read from the connection any more. */
  get isOver(): boolean {
    return this.#state === "complete" || this.#state === "discarded";
  }

  /** Its part begins. */
  begin(name: string, type: string): void {
    if (this.#state !== "expected") return;
    this.#name = name;
    this.#type = type;
    this.#state = "arriving";
    this.#arrival.resolve();
  }

  /** Adds content; what a discarded file receives is dropped. */
  add(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#state !== "arriving") return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake();
  }

  /** All of its content has arrived. */
  complete(): void {
    if (this.#state !== "arriving") return;
    this.#state = "complete";
    this.#wake();
  }

  /** Nothing more comes: whoever reads it or waits for it gets the error. */
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
