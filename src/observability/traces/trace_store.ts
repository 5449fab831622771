import type { ReceivedSpan } from "./received_span.ts";

/** A trace as far as its spans have arrived. */
export interface StoredTrace {
  readonly traceId: string;
  /** In the order of their start. */
  readonly spans: readonly ReceivedSpan[];
}

/** Most spans of one trace; further ones are dropped. */
const maxSpans = 1_000;

/** A span, or what reads it when somebody looks at its trace: few traces are looked at. */
export type StorableSpan = ReceivedSpan | (() => ReceivedSpan);

/** Keeps the last traces in memory. */
export class TraceStore {
  readonly #maxTraces: number;
  readonly #traces = new Map<string, StorableSpan[]>();

  /** @param maxTraces most traces; the one that began first goes first */
  constructor(maxTraces: number) {
    this.#maxTraces = maxTraces;
  }

  /**
   * Adds a span to its trace.
   *
   * @param traceId the trace
   * @param span the span
   */
  add(traceId: string, span: StorableSpan): void {
    const known = this.#traces.get(traceId);
    if (known !== undefined) {
      if (known.length < maxSpans) known.push(span);
      return;
    }
    if (this.#traces.size >= this.#maxTraces) this.#traces.delete(this.#traces.keys().next().value!);
    this.#traces.set(traceId, [span]);
  }

  /** The traces, the latest first. */
  get traces(): readonly StoredTrace[] {
    return [...this.#traces.keys()].reverse().map((traceId) => this.get(traceId)!);
  }

  /** One trace, or `undefined`. */
  get(traceId: string): StoredTrace | undefined {
    const spans = this.#traces.get(traceId);
    if (spans === undefined) return undefined;
    const read = spans.map((span) => typeof span === "function" ? span() : span);
    return { traceId, spans: read.sort((a, b) => a.start - b.start) };
  }
}
