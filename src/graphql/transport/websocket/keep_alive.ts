import { inRootContext } from "../../../context/mod.ts";

/** A connection that can be kept alive. */
export interface KeptAlive {
  /** Called at every tick. */
  keepAlive(): void;
}

/** Ticks for all connections with one timer. */
export class KeepAlive implements Disposable {
  readonly #intervalMs: number;
  readonly #connections = new Set<KeptAlive>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param intervalMs time between ticks; 0 never ticks */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Adds a connection. */
  add(connection: KeptAlive): void {
    if (this.#intervalMs === 0) return;
    this.#connections.add(connection);
    // The timer serves all connections, so it must not run in the async context of one of them.
    this.#timer ??= inRootContext(() => setInterval(() => this.#tick(), this.#intervalMs));
  }

  /** Removes a connection that is closed. */
  remove(connection: KeptAlive): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this[Symbol.dispose]();
  }

  /** Stops ticking. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    for (const connection of this.#connections) connection.keepAlive();
  }
}
