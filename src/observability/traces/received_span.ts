/** A finished span, whichever process it comes from. Times are milliseconds since 1970, with fractions. */
export interface ReceivedSpan {
  /** The trace, 32 hexadecimal digits. */
  readonly traceId: string;
  /** The span, 16 hexadecimal digits. */
  readonly spanId: string;
  /** Absent for the first span of a trace. */
  readonly parentSpanId?: string;
  /** The name of the service; `""` where it has none. */
  readonly service: string;
  /** The name of the span. */
  readonly name: string;
  /** Which side of a call it is, if any. */
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer";
  /** When it began. */
  readonly start: number;
  /** When it ended. */
  readonly end: number;
  /** Whether it ended with an error. */
  readonly hasFailed: boolean;
  /** What is known of the work, by the names of the semantic conventions. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What happened on the way. */
  readonly events: readonly { readonly name: string; readonly time: number }[];
  /** The traces that the span points at. */
  readonly links: readonly string[];
}

/** The kinds in the order of their numbers in OTLP, from 1. */
export const spanKinds: readonly ReceivedSpan["kind"][] = ["internal", "server", "client", "producer", "consumer"];
