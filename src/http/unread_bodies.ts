import type { EspalierProperties } from "../kernel/mod.ts";

/** How much of long responses may wait for clients that do not read, and for how long. */
export type UnreadLimits = Pick<EspalierProperties["http"], "maxUnreadBytes" | "slowReaderTimeoutMs">;

/** Number of characters per chunk. */
const chunkLength = 131_072;

/** Time between two checks of the open bodies, in milliseconds. */
const checkMs = 250;

/** Time without progress after which a body may be dropped in favour of others, in milliseconds. */
const stalledMs = 1_000;

/** Thrown into a response body whose client does not read it. */
export class SlowReaderError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "SlowReaderError";

  /**
   * Creates the error.
   *
   * @param message describes the unread response
   */
  constructor(message: string) {
    super(message);
    // The stack would point to this code, which is not the cause.
    this.stack = `${this.name}: ${message}`;
  }
}

/**
 * Sends long strings in chunks, as the client reads them. Otherwise the server would hold a copy of the whole string
 * until the client has read it.
 */
export class UnreadBodies implements Disposable {
  readonly #limits: UnreadLimits;
  readonly #open = new Set<UnreadBody>();
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Creates the bodies.
   *
   * @param limits bytes in all, and the time without progress
   */
  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  /**
   * Makes the body of a response.
   *
   * @param text the body
   * @returns the body; `undefined` if unread responses exceed the limit
   */
  send(text: string): ReadableStream<Uint8Array> | undefined {
    if (!this.#hasRoom(text.length)) return undefined;
    const body = new UnreadBody(text, (length, isOver) => {
      this.#waiting -= length;
      if (isOver) this.#open.delete(body);
    });
    this.#waiting += text.length;
    this.#open.add(body);
    this.#timer ??= this.#checkLater();
    return body.stream;
  }

  #hasRoom(length: number): boolean {
    const { maxUnreadBytes } = this.#limits;
    if (this.#waiting + length <= maxUnreadBytes) return true;
    const before = performance.now() - stalledMs;
    for (const body of this.#open) {
      if (body.readAt > before) continue;
      body.drop(`A client left a response unread while more than ${maxUnreadBytes} bytes were waiting for clients`);
      if (this.#waiting + length <= maxUnreadBytes) return true;
    }
    // A single text may be longer than the limit.
    return this.#waiting === 0;
  }

  #checkLater(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => this.#check(), checkMs);
    // The timer alone must not keep the process alive.
    Deno.unrefTimer(timer as unknown as number);
    return timer;
  }

  #check(): void {
    const { slowReaderTimeoutMs } = this.#limits;
    const before = performance.now() - slowReaderTimeoutMs;
    for (const body of this.#open) {
      if (body.readAt < before) body.drop(`A client left a response unread for ${slowReaderTimeoutMs} ms`);
    }
    this.#timer = this.#open.size === 0 ? undefined : this.#checkLater();
  }

  /** Drops all unread bodies. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const body of this.#open) body.drop("A client left a response unread until the application stopped");
  }
}

/** One string that is being sent to a client. */
class UnreadBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** When the client's connection last took a piece, on the clock of `performance.now()`. */
  readAt: number = performance.now();
  readonly #taken: (length: number, isOver: boolean) => void;
  #text: string;
  #sent = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(text: string, taken: (length: number, isOver: boolean) => void) {
    this.#text = text;
    this.#taken = taken;
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      pull: (controller) => this.#pull(controller),
      cancel: () => this.#end(),
    }, { highWaterMark: 0 });
  }

  #pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.readAt = performance.now();
    const end = this.#endOfChunk();
    controller.enqueue(new TextEncoder().encode(this.#text.slice(this.#sent, end)));
    const length = end - this.#sent;
    this.#sent = end;
    if (end < this.#text.length) return this.#taken(length, false);
    controller.close();
    this.#controller = undefined;
    this.#text = "";
    this.#sent = 0;
    this.#taken(length, true);
  }

  #endOfChunk(): number {
    const end = Math.min(this.#sent + chunkLength, this.#text.length);
    const last = this.#text.charCodeAt(end - 1);
    // Both halves of a surrogate pair belong into one piece.
    return last >= 0xd800 && last < 0xdc00 && end < this.#text.length ? end - 1 : end;
  }

  drop(reason: string): void {
    this.#controller?.error(new SlowReaderError(reason));
    this.#end();
  }

  #end(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    const length = this.#text.length - this.#sent;
    this.#text = "";
    this.#sent = 0;
    this.#taken(length, true);
  }
}
