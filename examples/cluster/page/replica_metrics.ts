/** Figures of a replica for the console; empty while it does not respond. */
export interface ReplicaFigures {
  readonly requestsPerSecond?: number;
  readonly connections?: number;
  readonly megabytes?: number;
}

/** Reads the metrics of one replica from its actuator. */
export class ReplicaMetrics {
  readonly #base: string;
  #last: { readonly at: number; readonly requests: number } | undefined;

  /** @param port the port of the actuator */
  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}/actuator/metrics`;
  }

  /** Reads the figures; the number of requests is that since the previous call. */
  async read(): Promise<ReplicaFigures> {
    const [requests, connections, bytes] = await Promise.all([
      this.#value("http.server.request.duration", "COUNT"),
      this.#value("connections.active"),
      this.#value("process.memory.usage"),
    ]);
    if (requests === undefined) {
      this.#last = undefined;
      return {};
    }
    const now = performance.now();
    const seconds = (now - (this.#last?.at ?? now)) / 1000;
    const requestsPerSecond = seconds > 0 ? Math.max(0, requests - this.#last!.requests) / seconds : 0;
    this.#last = { at: now, requests };
    return { requestsPerSecond, connections: connections ?? 0, megabytes: (bytes ?? 0) / 2 ** 20 };
  }

  async #value(name: string, statistic?: string): Promise<number | undefined> {
    try {
      const response = await fetch(`${this.#base}/${name}`);
      const { measurements = [] } = await response.json() as { readonly measurements?: readonly Measurement[] };
      const wanted = statistic === undefined ? measurements[0] : measurements.find((m) => m.statistic === statistic);
      return wanted?.value ?? 0;
    } catch {
      return undefined;
    }
  }
}

interface Measurement {
  readonly statistic: string;
  readonly value: number;
}
