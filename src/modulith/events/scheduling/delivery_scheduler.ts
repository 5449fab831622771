import { AsyncLocalStorage } from "node:async_hooks";
import { inRootContext } from "../../../context/mod.ts";
import type { Lifecycle } from "../../../kernel/mod.ts";
import type { RegisteredListener } from "../registered_listener.ts";
import { type DeliveryJob, DeliveryLane } from "./delivery_lane.ts";
import type { DeliveryLimits } from "./delivery_limits.ts";

/** Longest rest after a transaction, in milliseconds. */
const maxRestMs = 20;

/**
 * Runs deliveries beside their publishers: a bounded number in all, in transactions and per listener, so that requests
 * always find a connection. Listeners take turns, so that none waits for all events of another.
 */
export class DeliveryScheduler {
  readonly #limits: DeliveryLimits;
  readonly #lifecycle: Lifecycle;
  readonly #lanes = new Map<string, DeliveryLane>();
  /** The lanes in the order in which they are served next. */
  #turns: [DeliveryLane, RegisteredListener][] = [];
  readonly #running = new Set<DeliveryJob>();
  readonly #inDelivery = new AsyncLocalStorage<boolean>();
  #transactions = 0;
  #waiting = 0;
  #isClosed = false;
  readonly #changed = new Set<() => void>();
  /** Called when a job has ended. */
  onChange: () => void = () => {};

  /**
   * @param limits how many deliveries run at the same time
   * @param lifecycle of the application; it waits for what starts while it stops
   */
  constructor(limits: DeliveryLimits, lifecycle: Lifecycle) {
    this.#limits = limits;
    this.#lifecycle = lifecycle;
  }

  /** Number of jobs that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of jobs that run. */
  get running(): number {
    return this.#running.size;
  }

  /** Whether the caller runs within a delivery: such a publisher must not wait for other deliveries. */
  get isInDelivery(): boolean {
    return this.#inDelivery.getStore() === true;
  }

  /** Number of jobs that wait for a listener, or `Infinity` while its jobs can't begin. */
  load(listenerId: string): number {
    const lane = this.#lanes.get(listenerId);
    if (lane === undefined) return 0;
    return lane.isPaused ? Infinity : lane.waiting;
  }

  /** Adds a job; it runs when it is its turn, in the async context of the caller. */
  add({ listener, key, run }: DeliveryJob): void {
    const inContext = AsyncLocalStorage.snapshot();
    const job = { listener, key, run: () => inContext(() => this.#inDelivery.run(true, run)) };
    this.#lane(listener).add(job);
    this.#waiting++;
    // A request that was taken before may publish when nothing else is left to wait for.
    if (this.#lifecycle.state === "draining") this.#lifecycle.onDrain(() => this.settled());
    this.#start();
  }

  /** Resolves when no job is left, those included that are added meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size + this.#waiting > 0) await this.changed();
  }

  /** Resolves when the next job has ended, or waiting jobs were removed. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#changed.add(resolve));
  }

  /** Starts no more jobs. @returns how many waited */
  close(): number {
    this.#isClosed = true;
    let count = 0;
    for (const lane of this.#lanes.values()) count += lane.clear();
    this.#waiting = 0;
    this.#tellChange();
    return count;
  }

  #lane(listener: RegisteredListener): DeliveryLane {
    const known = this.#lanes.get(listener.id);
    if (known !== undefined) return known;
    const lane = new DeliveryLane(listener.concurrency ?? this.#limits.perListener);
    this.#lanes.set(listener.id, lane);
    this.#turns.push([lane, listener]);
    return lane;
  }

  #start(): void {
    while (!this.#isClosed && this.#running.size < this.#limits.inAll) {
      const at = this.#turns.findIndex(([lane, listener]) => lane.isReady && this.#hasRoom(listener));
      if (at < 0) return;
      const [turn] = this.#turns.splice(at, 1);
      this.#turns.push(turn!);
      // A job starts where another one is added or ends, whose async context is none of its business.
      inRootContext(() => this.#run(turn![0]));
    }
  }

  #hasRoom({ transaction }: RegisteredListener): boolean {
    return transaction === "none" || this.#transactions < this.#limits.inTransactions;
  }

  #run(lane: DeliveryLane): void {
    const job = lane.take();
    const takesTransaction = job.listener.transaction === "new";
    this.#waiting--;
    this.#running.add(job);
    if (takesTransaction) this.#transactions++;
    const began = performance.now();
    void job.run().then(async (outcome) => {
      if (takesTransaction) await this.#rest(performance.now() - began);
      this.#running.delete(job);
      if (takesTransaction) this.#transactions--;
      if (outcome === "done" || this.#isClosed) lane.done(job);
      else {
        this.#waiting++;
        lane.putBack(job, () => this.#start());
      }
      this.#tellChange();
      this.#start();
    });
  }

  /** Leaves the database to others for a while. */
  async #rest(durationMs: number): Promise<void> {
    const restMs = Math.min(maxRestMs, this.#limits.rest * durationMs);
    if (this.#waiting === 0 || restMs < 1) return;
    await new Promise((resolve) => void setTimeout(resolve, restMs));
  }

  #tellChange(): void {
    const waiters = [...this.#changed];
    this.#changed.clear();
    for (const resolve of waiters) resolve();
    this.onChange();
  }
}
