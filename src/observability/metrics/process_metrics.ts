import process from "node:process";
import v8 from "node:v8";
import { inRootContext } from "../../context/mod.ts";
import { Observed, OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** Time between two measurements of the event loop, in milliseconds. */
const intervalMs = 100;

/** Measures the process: how late its event loop is, its memory, its processor time. */
export class ProcessMetrics implements Disposable {
  readonly #delay: OwnHistogram;
  readonly #timer: ReturnType<typeof setInterval>;
  #expectedAt = performance.now() + intervalMs;

  /** @param metrics gets the instruments */
  constructor(metrics: OwnMetrics) {
    this.#delay = metrics.add(
      new OwnHistogram(
        { name: "eventloop.delay", description: "How late the event loop calls a timer.", unit: "s" },
        [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      ),
    );
    this.#timer = inRootContext(() => setInterval(() => this.#measure(), intervalMs));
    // It must not keep a process alive that has nothing else to do.
    Deno.unrefTimer(this.#timer as unknown as number);
    addMemory(metrics);
    addHeapLimit(metrics);
    addTime(metrics);
  }

  #measure(): void {
    const now = performance.now();
    this.#delay.record(Math.max(0, now - this.#expectedAt) / 1_000, {});
    this.#expectedAt = now + intervalMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function addMemory(metrics: OwnMetrics): void {
  const memory = { unit: "By", kind: "sum" } as const;
  metrics.add(
    new Observed({ ...memory, name: "process.memory.usage", description: "Physical memory in use." }, () => [
      [Deno.memoryUsage().rss, {}],
    ]),
  );
  metrics.add(
    new Observed({ ...memory, name: "v8js.memory.heap.used", description: "Heap in use by live objects." }, () => [
      [Deno.memoryUsage().heapUsed, {}],
    ]),
  );
  metrics.add(
    new Observed({ ...memory, name: "v8js.memory.heap.committed", description: "Heap taken from the system." }, () => [
      [Deno.memoryUsage().heapTotal, {}],
    ]),
  );
}

function addHeapLimit(metrics: OwnMetrics): void {
  const limit = { name: "v8js.memory.heap.limit", description: "Heap at which the process ends.", unit: "By" };
  metrics.add(new Observed({ ...limit, kind: "sum" }, () => [[v8.getHeapStatistics().heap_size_limit, {}]]));
}

function addTime(metrics: OwnMetrics): void {
  const cpu = { name: "process.cpu.time", description: "Processor time of the process.", unit: "s" };
  metrics.add(
    new Observed({ ...cpu, kind: "counter" }, () => {
      const { user, system } = process.cpuUsage();
      return [[user / 1e6, { "cpu.mode": "user" }], [system / 1e6, { "cpu.mode": "system" }]];
    }),
  );
  const uptime = { name: "process.uptime", description: "Time since the process started.", unit: "s" };
  metrics.add(new Observed({ ...uptime, kind: "gauge" }, () => [[performance.now() / 1_000, {}]]));
}
