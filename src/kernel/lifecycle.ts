/** The lifecycle state of an application. */
export type ApplicationState = "starting" | "running" | "draining" | "stopped";

/** Undoes a registration. */
export type Unregister = () => void;

/**
 * The lifecycle of one application: closes open resources when it stops.
 *
 * Long-lived work (event streams, sockets, subscriptions, schedulers) registers a drain task; readiness asks for the
 * state. The class is its own identifier in the container.
 */
export class Lifecycle {
  #state: ApplicationState = "starting";
  readonly #stopping = new AbortController();
  readonly #drainTasks = new Set<() => void | Promise<void>>();
  /** Outcomes of started tasks that `drain` has not returned yet. */
  readonly #results: Promise<PromiseSettledResult<void>>[] = [];
  #drainDeadline = 0;
  #isStopAnnounced = false;
  #waits = 0;

  /** The current state. */
  get state(): ApplicationState {
    return this.#state;
  }

  /** Whether the application is about to stop: it still serves requests, but readiness already refuses traffic. */
  get isStopAnnounced(): boolean {
    return this.#isStopAnnounced;
  }

  /** Whether the application runs, is not about to stop, and no work delays its readiness. */
  get isReady(): boolean {
    return this.#state === "running" && !this.#isStopAnnounced && this.#waits === 0;
  }

  /**
   * Makes readiness refuse traffic until some work is done.
   *
   * @returns a function that ends this
   */
  delayReadiness(): Unregister {
    this.#waits++;
    let isOver = false;
    return () => {
      if (!isOver) this.#waits--;
      isOver = true;
    };
  }

  /** Number of pieces of long-lived work that are registered to be ended when the application drains. */
  get openWork(): number {
    return this.#drainTasks.size;
  }

  /** Aborted when draining begins. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Registers work to be done when the application drains, such as rejecting new work and closing streams. A request in
   * flight may still register a task while the application drains; it starts immediately.
   *
   * @param task called once; a returned promise is awaited, up to the deadline
   * @returns removes the task, for work that ended by itself
   */
  onDrain(task: () => void | Promise<void>): Unregister {
    if (this.#state === "draining") this.#begin(task);
    else this.#drainTasks.add(task);
    return () => this.#drainTasks.delete(task);
  }

  /** Marks start-up as complete. */
  started(): void {
    if (this.#state === "starting") this.#state = "running";
  }

  /** Turns readiness before the application drains, so that load balancers stop sending requests first. */
  announceStop(): void {
    this.#isStopAnnounced = true;
  }

  /**
   * Runs all drain tasks at the same time and waits for them; called again, waits for tasks registered since then.
   *
   * @param timeoutMs how long to wait for the tasks, in milliseconds; the first call decides
   * @returns one entry per task, as from `Promise.allSettled`; a task that exceeds the time limit is rejected
   */
  async drain(timeoutMs: number): Promise<PromiseSettledResult<void>[]> {
    if (this.#state === "starting" || this.#state === "running") {
      this.#state = "draining";
      this.#drainDeadline = performance.now() + timeoutMs;
      this.#stopping.abort(new DOMException("The application is stopping", "AbortError"));
      for (const task of this.#drainTasks) this.#begin(task);
      this.#drainTasks.clear();
    }
    const results: PromiseSettledResult<void>[] = [];
    while (this.#results.length > 0) results.push(...await Promise.all(this.#results.splice(0)));
    return results;
  }

  #begin(task: () => void | Promise<void>): void {
    const ended = withinTime(task, Math.max(0, this.#drainDeadline - performance.now()));
    this.#results.push(Promise.allSettled([ended]).then(([result]) => result));
  }

  /** Marks the end of the application's life. */
  stopped(): void {
    this.#state = "stopped";
  }
}

async function withinTime(task: () => void | Promise<void>, timeoutMs: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.reject(new Error(`Not finished after ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([task(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
