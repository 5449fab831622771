import { IncomingFile } from "./incoming_file.ts";
import type { Upload } from "./upload.ts";
import { UploadError } from "./upload_error.ts";

/** The maximum number of bytes of a file that are read ahead of its reader. */
const readAheadBytes = 65_536;

/** The files of one request, by the keys of the request's map. */
export class IncomingFiles {
  readonly #maxBufferBytes: number;
  readonly #files: ReadonlyMap<string, IncomingFile>;
  #current: IncomingFile | undefined;
  #change = Promise.withResolvers<void>();
  #isClosed = false;

  /**
   * @param keys the keys of the map
   * @param maxBufferBytes the maximum number of buffered bytes while a later file is opened
   */
  constructor(keys: Iterable<string>, maxBufferBytes: number) {
    this.#maxBufferBytes = maxBufferBytes;
    this.#files = new Map(Array.from(keys, (key) => [key, new IncomingFile(() => this.#changed())]));
  }

  /** The value that arguments get for a file. */
  upload(key: string): Upload {
    return this.#files.get(key)!;
  }

  /**
   * A part begins.
   *
   * @returns the file, or `undefined` when the map does not name it
   */
  begin(key: string, name: string, type: string): IncomingFile | undefined {
    const file = this.#files.get(key);
    file?.begin(name, type);
    this.#current = file;
    return file;
  }

  /** Whether the rest of the request may be discarded. */
  get isOver(): boolean {
    return this.#isClosed || [...this.#files.values()].every((file) => file.isOver);
  }

  /** Back-pressure: waits until the reader of the current file has caught up. */
  async roomForMore(): Promise<void> {
    while (!this.isOver && !this.#hasRoom()) {
      this.#change = Promise.withResolvers();
      await this.#change.promise;
    }
  }

  #hasRoom(): boolean {
    const current = this.#current;
    if (current === undefined || current.isOver || current.wantsMore) return true;
    const waiting = [...this.#files.values()];
    if (!waiting.some((file) => file.isAwaited)) return current.waitingBytes < readAheadBytes && current.isOpen;
    // A reader waits for a later file: the files before it are buffered.
    const bytes = waiting.reduce((sum, file) => sum + file.waitingBytes, 0);
    if (bytes < this.#maxBufferBytes) return true;
    const error = new UploadError(
      `Cannot wait for the file as at most ${this.#maxBufferBytes} bytes of the files before it are kept: read the files ` +
        "in the order in which they are sent",
    );
    for (const file of waiting) if (file.isAwaited) file.fail(error);
    return false;
  }

  /** Ends the input; files that did not arrive fail with the error. */
  end(error: UploadError): void {
    for (const file of this.#files.values()) if (!file.isOver) file.fail(error);
    this.#changed();
  }

  /** Called when the operation has ended: discards unread files. */
  close(): void {
    this.#isClosed = true;
    for (const file of this.#files.values()) {
      file.fail(new UploadError("Cannot read the file as the operation that it came with has ended"));
    }
    this.#changed();
  }

  #changed(): void {
    this.#change.resolve();
  }
}
