import { inRootContext } from "../context/mod.ts";
import type { TrafficMeter } from "./traffic_meter.ts";

/** Time between two samples, in milliseconds. */
export const sampleIntervalMs = 1_000;
/** Maximum number of stored samples: a quarter of an hour. */
const maxSamples = 900;
/** Time between two measurements of the event loop, in milliseconds. */
const tickMs = 100;

/** What the samples consist of, in the order of a sample's numbers. */
export const sampleColumns = [
  "time",
  "requests",
  "errors",
  "p50Ms",
  "p95Ms",
  "maxMs",
  "loopDelayMs",
  "rss",
  "heapUsed",
  "heapTotal",
] as const;

/** The numbers of one interval, in the order of {@linkcode sampleColumns}. */
export type Sample = readonly number[];

/** Measures the service once a second, and keeps a quarter of an hour. */
export class ServiceHistory implements Disposable {
  readonly #samples: Sample[] = [];
  readonly #traffic: TrafficMeter;
  readonly #timer: ReturnType<typeof setInterval>;
  #expectedAt = performance.now() + tickMs;
  #maxDelay = 0;
  #ticks = 0;
  #taken = 0;
  #waiting: (() => void)[] = [];

  /** @param traffic counts the requests */
  constructor(traffic: TrafficMeter) {
    this.#traffic = traffic;
    this.#timer = inRootContext(() => setInterval(() => this.#tick(), tickMs));
    // It must not keep a process alive that has nothing else to do.
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Number of samples that were ever taken: the position of the next one. */
  get position(): number {
    return this.#taken;
  }

  /** The stored samples from a position. */
  since(position: number): readonly Sample[] {
    const missing = this.#taken - position;
    return missing <= 0 ? [] : this.#samples.slice(-Math.min(missing, this.#samples.length));
  }

  /** Resolves when a sample follows a position, or when the readers are woken. */
  async more(position: number): Promise<void> {
    if (position < this.#taken) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes all readers that wait. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Takes a sample now; the timer calls it once a second. */
  sample(): void {
    const { requests, errors, p50Ms, p95Ms, maxMs } = this.#traffic.take();
    const { rss, heapUsed, heapTotal } = Deno.memoryUsage();
    this.#samples.push([Date.now(), requests, errors, p50Ms, p95Ms, maxMs, this.#maxDelay, rss, heapUsed, heapTotal]);
    if (this.#samples.length > maxSamples) this.#samples.shift();
    this.#taken++;
    this.#maxDelay = 0;
    this.wake();
  }

  #tick(): void {
    const now = performance.now();
    this.#maxDelay = Math.max(this.#maxDelay, now - this.#expectedAt);
    this.#expectedAt = now + tickMs;
    if (++this.#ticks % (sampleIntervalMs / tickMs) === 0) this.sample();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.wake();
  }
}
