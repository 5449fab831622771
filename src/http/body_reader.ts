import { inRootContext } from "../context/mod.ts";
import type { EspalierProperties, MaybePromise } from "../kernel/mod.ts";

/** Why a request body was not taken. */
export class BodyRefusal extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "BodyRefusal";
  /** The HTTP status of the response. */
  readonly status: BodyRefusalStatus;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Creates the refusal.
   *
   * @param status 413 too large, 408 too slow, 415 encoded, 400 not readable
   * @param message names the limit and the received value
   */
  constructor(status: BodyRefusalStatus, message: string) {
    super(message);
    this.status = status;
    this.headers = refusalHeaders[status];
  }
}

/** The HTTP statuses of bodies that are not taken. */
export type BodyRefusalStatus = 400 | 408 | 413 | 415;

// The rest of a body that is not waited for stays in the connection, which therefore can't be used again.
const refusalHeaders: Readonly<Record<BodyRefusalStatus, Readonly<Record<string, string>>>> = {
  400: {},
  408: { connection: "close" },
  413: { connection: "close" },
  415: { "accept-encoding": "identity" },
};

/**
 * The maximum size of a body, in bytes, the maximum time to receive it, in milliseconds, and the maximum number of
 * bodies being received (absent: no limit).
 */
export type BodyLimits =
  & Pick<EspalierProperties["http"], "maxBodyBytes" | "bodyTimeoutMs">
  & Partial<Pick<EspalierProperties["http"], "maxPendingBodies">>;

interface PendingRead {
  readonly startedAt: number;
  readonly refuse: (reason: BodyRefusal) => void;
}

/** Number of checks within the time limit of a body: a late body is rejected after at most 5/4 of the limit. */
const minTicks = 4;

/** Maximum time between two checks, in milliseconds. */
const maxTickMs = 250;

/** Reads request bodies within the limits of size and time. */
export class BodyReader implements Disposable {
  readonly #limits: BodyLimits;
  readonly #pending = new Set<PendingRead>();
  readonly #utf8 = new TextDecoder("utf-8");
  readonly #strictUtf8 = new TextDecoder("utf-8", { fatal: true });
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #maxPending: number;
  readonly #ticksPerTimeout: number;
  #isDisposed = false;

  /**
   * Creates the reader.
   *
   * @param limits the maximum size in bytes, the time limit in milliseconds, and the maximum number of bodies
   */
  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#ticksPerTimeout = Math.max(minTicks, Math.ceil(limits.bodyTimeoutMs / maxTickMs));
    this.#maxPending = limits.maxPendingBodies ?? Infinity;
  }

  /**
   * Reads a body as text.
   *
   * @param request the request, whose body is unread
   * @returns the decoded body, which was valid UTF-8
   * @throws BodyRefusal when the body is too large, too slow, cut off, encoded, or not UTF-8
   */
  text(request: Request): Promise<string> {
    const refusal = codingRefusal(request);
    if (refusal !== undefined) return Promise.reject(refusal);
    const decode = (bytes: Uint8Array) => this.#decoded(bytes);
    if (this.#needsCounting(request)) return this.#withinTime(this.#counted(request), decode);
    return this.#withinTime(request.bytes(), decode);
  }

  /**
   * Reads a body as bytes.
   *
   * @param request the request, whose body is unread
   * @throws BodyRefusal when the body is too large, too slow, cut off or encoded
   */
  bytes(request: Request): Promise<Uint8Array> {
    const refusal = codingRefusal(request);
    if (refusal !== undefined) return Promise.reject(refusal);
    const counted = this.#needsCounting(request) ? this.#counted(request) : request.bytes();
    return this.#withinTime(counted, (bytes) => {
      if (bytes.length > this.#limits.maxBodyBytes) throw this.#tooLarge(bytes.length);
      return bytes;
    });
  }

  /**
   * Reads a body as JSON and passes it to `use`, without the microtasks of another promise. Invalid UTF-8 is decoded as
   * U+FFFD, as by `Request.json`.
   *
   * @param request the request, whose body is unread
   * @param use gets the value
   * @returns the result of `use`
   * @throws BodyRefusal when the body is too large, too slow, cut off, encoded, or not JSON
   */
  json<R>(request: Request, use: (value: unknown) => MaybePromise<R>): Promise<R> {
    const refusal = codingRefusal(request);
    if (refusal !== undefined) return Promise.reject(refusal);
    // The server parses its own buffer, which never becomes an object of ours.
    if (!this.#needsCounting(request)) return this.#withinTime(request.json(), use);
    const parsed = this.#counted(request).then((bytes): unknown => JSON.parse(this.#utf8.decode(bytes)));
    return this.#withinTime(parsed, use);
  }

  /** Lets go of the timer, as soon as no body is being read. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#restWhenIdle();
  }

  #restWhenIdle(): void {
    if (!this.#isDisposed || this.#pending.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #settle(entry: PendingRead): boolean {
    const isPending = this.#pending.delete(entry);
    this.#restWhenIdle();
    return isPending;
  }

  /**
   * The HTTP server truncates a body at its declared length, so a body with a small declared length needs no counting.
   */
  #needsCounting({ headers }: Request): boolean {
    const declared = headers.get("content-length");
    return declared === null || !(Number(declared) <= this.#limits.maxBodyBytes);
  }

  #decoded(bytes: Uint8Array): string {
    if (bytes.length > this.#limits.maxBodyBytes) throw this.#tooLarge(bytes.length);
    const text = this.#utf8.decode(bytes);
    // Searching for U+FFFD is cheaper than decoding with `fatal: true`.
    if (!text.includes("\uFFFD")) return text;
    try {
      return this.#strictUtf8.decode(bytes);
    } catch {
      throw new BodyRefusal(400, "Cannot read the request body as it must be UTF-8 text");
    }
  }

  async #counted(request: Request): Promise<Uint8Array> {
    const declared = Number(request.headers.get("content-length"));
    if (declared > this.#limits.maxBodyBytes) throw this.#tooLarge(declared);
    const parts: Uint8Array[] = [];
    let length = 0;
    // Leaving the loop by an exception cancels the stream.
    for await (const part of request.body ?? []) {
      length += part.length;
      if (length > this.#limits.maxBodyBytes) throw this.#tooLarge(length);
      parts.push(part);
    }
    return joined(parts, length);
  }

  #tooLarge(actual: number): BodyRefusal {
    const { maxBodyBytes } = this.#limits;
    return new BodyRefusal(
      413,
      `Cannot read the request body as it must have ${maxBodyBytes} bytes at most: current size is ${actual}`,
    );
  }

  // A timer per request takes a tenth of the time of a small request; one timer for all reads costs almost nothing.
  #withinTime<T, R>(reading: Promise<T>, use: (body: T) => MaybePromise<R>): Promise<R> {
    return new Promise((resolve, refuse) => {
      const entry: PendingRead = { startedAt: this.#tick, refuse };
      this.#pending.add(entry);
      if (this.#timer === undefined) this.#sweepLater();
      const failed = (cause: unknown) => {
        this.#settle(entry);
        refuse(refusalOf(cause));
      };
      reading.then((body) => {
        // A late body was already rejected.
        if (!this.#settle(entry)) return;
        try {
          resolve(use(body));
        } catch (cause) {
          refuse(cause);
        }
      }, failed);
    });
  }

  #sweep(): void {
    const { bodyTimeoutMs } = this.#limits;
    this.#tick++;
    // The map is ordered by age, the oldest first.
    for (const entry of this.#pending) {
      const ticks = this.#tick - entry.startedAt;
      if (ticks > this.#ticksPerTimeout) this.#refuseLate(entry, `it must arrive within ${bodyTimeoutMs} ms`);
      // Slow clients must not block fast ones.
      else if (ticks > 1 && this.#pending.size > this.#maxPending) {
        this.#refuseLate(entry, `at most ${this.#maxPending} bodies may be arriving at the same time`);
      } else break;
    }
    this.#timer = undefined;
    if (this.#pending.size > 0) this.#sweepLater();
  }

  #refuseLate(entry: PendingRead, need: string): void {
    this.#pending.delete(entry);
    entry.refuse(new BodyRefusal(408, `Cannot wait for the request body as ${need}`));
  }

  #sweepLater(): void {
    const ms = Math.ceil(this.#limits.bodyTimeoutMs / this.#ticksPerTimeout);
    // The timer serves all requests, so it must not run in the async context of one of them.
    this.#timer = inRootContext(() => setTimeout(() => this.#sweep(), ms));
    // The timer alone must not keep the process alive.
    Deno.unrefTimer(this.#timer as unknown as number);
  }
}

// Encoded bodies are rejected: a few bytes may decompress to any size.
function codingRefusal({ headers }: Request): BodyRefusal | undefined {
  const coding = headers.get("content-encoding");
  if (coding === null || coding === "" || coding.toLowerCase() === "identity") return undefined;
  return new BodyRefusal(
    415,
    `Cannot read the request body as it must be sent without content coding: current value is "${
      coding.slice(0, 100)
    }"`,
  );
}

function refusalOf(cause: unknown): BodyRefusal {
  if (cause instanceof BodyRefusal) return cause;
  if (cause instanceof SyntaxError) return new BodyRefusal(400, "Cannot read the request as its body must be JSON");
  return new BodyRefusal(400, "Cannot read the request body as it ended early");
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
