import type { Lifecycle } from "../../../kernel/mod.ts";

/** The streams that are open, so that they can be ended when the application stops. */
export class OpenStreams {
  readonly #ends = new Set<() => void>();
  readonly #lifecycle: Lifecycle;

  /** @param lifecycle tells when the application stops */
  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
    lifecycle.onDrain(() => this.#endAll());
  }

  /** How many streams are open. */
  get size(): number {
    return this.#ends.size;
  }

  /**
   * Registers a stream.
   *
   * @param end ends the stream in a way that its client understands
   * @returns removes the stream, once it ended by itself
   */
  add(end: () => void): () => void {
    if (this.#lifecycle.stopping.aborted) queueMicrotask(end);
    else this.#ends.add(end);
    return () => this.#ends.delete(end);
  }

  #endAll(): void {
    const ends = [...this.#ends];
    this.#ends.clear();
    for (const end of ends) end();
  }
}
