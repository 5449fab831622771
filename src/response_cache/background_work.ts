import { Cancellation } from "../graphql/mod.ts";

/** Background work that continues after its request; it ends with the application. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #max: number;
  readonly #stop = new Cancellation();

  /** @param max maximum number of pieces of work at the same time */
  constructor(max: number) {
    this.#max = max;
  }

  /** Whether more work may start. */
  get isFree(): boolean {
    return this.#running.size < this.#max && !this.#stop.isCancelled;
  }

  /** Cancelled when the application drains. */
  newCancellation(): Cancellation {
    return new Cancellation(this.#stop);
  }

  /**
   * Keeps hold of work until it is over.
   *
   * @param work its failure is of no interest here
   */
  add(work: Promise<unknown>): void {
    const ended = work.then(() => {}, () => {}).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
  }

  /** Cancels the work and waits for its end. */
  async stop(): Promise<void> {
    this.#stop.cancel();
    await Promise.all(this.#running);
  }
}
