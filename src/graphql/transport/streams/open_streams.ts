import type { EspalierProperties, Lifecycle } from "../../../kernel/mod.ts";

/** A stream of results to a client. */
export interface OpenStream {
  /** Ends the stream according to its protocol. */
  readonly end: () => void;
  /** Whether the stream ends by itself: such a stream may finish when the application stops. */
  readonly endsByItself: boolean;
  /** Called when the stream has ended. */
  readonly onEnd?: (() => void) | undefined;
}

/** Tracks the open streams, to end them when the application stops. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  readonly #lifecycle: Lifecycle;
  readonly #drainTimeoutMs: number;
  #idle: PromiseWithResolvers<void> | undefined;
  #deadline = Infinity;

  /**
   * @param lifecycle tells when the application stops
   * @param properties the time that streams then have to end by themselves
   */
  constructor(lifecycle: Lifecycle, { drainTimeoutMs }: Pick<EspalierProperties["http"], "drainTimeoutMs">) {
    this.#lifecycle = lifecycle;
    this.#drainTimeoutMs = drainTimeoutMs;
    lifecycle.onDrain(() => this.#drain());
  }

  /** The number of open streams. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Registers a stream. While the application stops, a request that was accepted before may still open one.
   *
   * @param stream how it ends
   * @returns removes the stream, once it ended
   */
  add(stream: OpenStream): () => void {
    const { state } = this.#lifecycle;
    if (state === "stopped" || (state === "draining" && !stream.endsByItself)) queueMicrotask(stream.end);
    else this.#open.add(stream);
    if (state === "draining") this.#lifecycle.onDrain(() => this.#allEnded());
    return () => this.#remove(stream);
  }

  async #drain(): Promise<void> {
    this.#deadline = performance.now() + this.#drainTimeoutMs;
    for (const stream of this.#open) if (!stream.endsByItself) this.#end(stream);
    await this.#allEnded();
  }

  /** Waits for the streams that end by themselves, and ends them after the grace period. */
  async #allEnded(): Promise<void> {
    if (this.#open.size === 0) return;
    this.#idle ??= Promise.withResolvers();
    const timer = setTimeout(() => this.#endAll(), this.#deadline - performance.now());
    await this.#idle.promise;
    clearTimeout(timer);
  }

  #endAll(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  #end(stream: OpenStream): void {
    stream.end();
    this.#remove(stream);
  }

  #remove(stream: OpenStream): void {
    this.#open.delete(stream);
    stream.onEnd?.();
    if (this.#open.size > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }
}
