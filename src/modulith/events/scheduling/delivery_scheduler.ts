import { AsyncLocalStorage } from "node:async_hooks";
import { inRootContext } from "../../../context/mod.ts";
import type { Lifecycle } from "../../../kernel/mod.ts";
import type { RegisteredListener } from "../registered_listener.ts";
import { type DeliveryJob, DeliveryLane } from "./delivery_lane.ts";
import type { DeliveryLimits } from "./delivery_limits.ts";

/** Maximum pause after transactions, in milliseconds. */
const maxRestMs = 20;

/**
 * Maximum time that deliveries use the event loop without a break, in milliseconds. An in-process database responds
 * without leaving the event loop to requests.
 */
const sliceMs = 1;

/**
 * Runs deliveries asynchronously, with limits in total, in transactions and per listener, so that requests always find
 * a free connection. Listeners are served round-robin, so that none waits for all events of another.
 */
export class DeliveryScheduler {
  readonly #limits: DeliveryLimits;
  readonly #lifecycle: Lifecycle;
  readonly #lanes = new Map<string, DeliveryLane>();
  /** The lanes in round-robin order, the next one first. */
  #turns: [DeliveryLane, RegisteredListener][] = [];
  readonly #running = new Set<DeliveryJob>();
  readonly #inDelivery = new AsyncLocalStorage<boolean>();
  #transactions = 0;
  #waiting = 0;
  #isClosed = false;
  /** Time spent in transactions since the last pause, in milliseconds. */
  #spentMs = 0;
  /** Start of the current run of jobs without a break of the event loop, on the clock of `performance.now()`. */
  #sliceBegan: number | undefined;
  readonly #changed = new Set<() => void>();
  /** Called when a job has ended. */
  onChange: () => void = () => {};

  /**
   * @param limits the limits on concurrent deliveries
   * @param lifecycle of the application, whose draining waits for deliveries
   */
  constructor(limits: DeliveryLimits, lifecycle: Lifecycle) {
    this.#limits = limits;
    this.#lifecycle = lifecycle;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#running.size;
  }

  /** Whether a job is running or waiting. */
  get isBusy(): boolean {
    return this.#running.size + this.#waiting > 0;
  }

  /** Whether the caller runs within a delivery: such a publisher must not wait for other deliveries. */
  get isInDelivery(): boolean {
    return this.#inDelivery.getStore() === true;
  }

  /** Number of waiting jobs of a listener, or `Infinity` while its jobs can't start. */
  load(listenerId: string): number {
    const lane = this.#lanes.get(listenerId);
    if (lane === undefined) return 0;
    return lane.isPaused ? Infinity : lane.waiting;
  }

  /** Adds a job, which runs when it is its turn, in the async context of the caller. */
  add({ listener, key, run }: DeliveryJob): void {
    const inContext = AsyncLocalStorage.snapshot();
    const job = { listener, key, run: () => inContext(() => this.#inDelivery.run(true, run)) };
    this.#lane(listener).add(job);
    this.#waiting++;
    // A request accepted before draining may publish when everything else has finished already.
    if (this.#lifecycle.state === "draining") this.#lifecycle.onDrain(() => this.settled());
    this.#start();
  }

  /** Resolves when no job is left, including jobs that are added meanwhile. */
  async settled(): Promise<void> {
    while (this.isBusy) await this.changed();
  }

  /** Resolves when the next job has ended, or waiting jobs were removed. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#changed.add(resolve));
  }

  /** Stops starting jobs. @returns the number of discarded jobs */
  close(): number {
    this.#isClosed = true;
    let count = 0;
    for (const lane of this.#lanes.values()) count += lane.clear();
    this.#waiting = 0;
    this.#notifyChange();
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
      // A job is started by the addition or end of another one, whose async context must not leak into it.
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
    this.#beginSlice(began);
    void job.run().then(async (outcome) => {
      await (takesTransaction ? this.#pause(performance.now() - began) : this.#yield());
      this.#running.delete(job);
      if (takesTransaction) this.#transactions--;
      if (outcome === "done" || this.#isClosed) lane.done(job);
      else {
        this.#waiting++;
        lane.putBack(job, () => this.#start());
      }
      this.#notifyChange();
      this.#start();
    });
  }

  /** Pauses, to leave the database to other writers. */
  async #pause(durationMs: number): Promise<void> {
    if (this.#limits.rest === 0) return await this.#yield();
    this.#spentMs += durationMs;
    if (this.#waiting === 0 || this.#spentMs < this.#limits.restAfterMs) return;
    const restMs = Math.min(maxRestMs, this.#limits.rest * this.#spentMs);
    this.#spentMs = 0;
    await new Promise((resolve) => void setTimeout(resolve, restMs));
  }

  #beginSlice(now: number): void {
    if (this.#sliceBegan !== undefined) return;
    this.#sliceBegan = now;
    setImmediate(() => this.#sliceBegan = undefined);
  }

  /** Yields the event loop if the time slice is used up. */
  async #yield(): Promise<void> {
    if (this.#sliceBegan === undefined || performance.now() - this.#sliceBegan < sliceMs) return;
    await new Promise((resolve) => void setImmediate(resolve));
  }

  #notifyChange(): void {
    const waiters = [...this.#changed];
    this.#changed.clear();
    for (const resolve of waiters) resolve();
    this.onChange();
  }
}
