import type { EspalierProperties, Lifecycle } from "../../../kernel/mod.ts";

/** A stream of results to a client. */
export interface OpenStream {
  /** Ends the stream in a way that its client understands. */
  readonly end: () => void;
  /** Whether it has a last result without anybody ending it: such a stream may finish when the application stops. */
  readonly endsByItself: boolean;
  /** Called when the stream has ended. */
  readonly onEnd?: (() => void) | undefined;
}

/** The streams that are open, so that they can be ended when the application stops. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  readonly #lifecycle: Lifecycle;
  readonly #drainTimeoutMs: number;
  #idle: PromiseWithResolvers<void> | undefined;
  #deadline = Infinity;

  /**
   * @param lifecycle tells when the application stops
   * @param properties says how long streams have then to end by themselves
   */
  constructor(lifecycle: Lifecycle, { drainTimeoutMs }: Pick<EspalierProperties["http"], "drainTimeoutMs">) {
    this.#lifecycle = lifecycle;
    this.#drainTimeoutMs = drainTimeoutMs;
    lifecycle.onDrain(() => this.#drain());
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Registers a stream. While the application stops one may still begin that a request was taken for before.
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

  /** Waits for those that end by themselves, and ends them when the time is over. */
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
