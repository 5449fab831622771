import type { Lifecycle } from "../../kernel/mod.ts";

/** Counts deliveries that run beside their publisher, so that a stopping application can wait for them. */
export class Deliveries {
  readonly #running = new Set<Promise<void>>();
  readonly #lifecycle: Lifecycle;

  /** @param lifecycle of the application; it waits for what starts while it stops */
  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
  }

  /**
   * Starts a delivery that nobody awaits.
   *
   * @param deliver must not reject: who delivers handles failures
   */
  start(deliver: () => Promise<void>): void {
    const running = deliver().finally(() => this.#running.delete(running));
    this.#running.add(running);
    // A request that was taken before may publish when nothing else is left to wait for.
    if (this.#lifecycle.state === "draining") this.#lifecycle.onDrain(() => running);
  }

  /** Resolves when none is left, those included that start meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Resolves when fewer than so many are left. */
  async settledBelow(count: number): Promise<void> {
    while (this.#running.size >= count) await Promise.race(this.#running);
  }
}
