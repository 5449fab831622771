/** A finished span, whichever process it comes from. Times are milliseconds since 1970, with fractions. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first span of a trace. */
  readonly parentSpanId?: string;
  /** The name of the service; `""` where it has none. */
  readonly service: string;
  readonly name: string;
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer";
  readonly start: number;
  readonly end: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What happened on the way. */
  readonly events: readonly { readonly name: string; readonly time: number }[];
  /** The traces that the span points at. */
  readonly links: readonly string[];
}

/** The kinds in the order of their numbers in OTLP, from 1. */
export const spanKinds: readonly ReceivedSpan["kind"][] = ["internal", "server", "client", "producer", "consumer"];
