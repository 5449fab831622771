/** A trace in the list, as `traces?view=summary` tells it. */
export interface TraceSummary {
  readonly traceId: string;
  /** The GraphQL operation, where there is one: `query Shelf`. */
  readonly operation?: string;
  /** The name of the first span. */
  readonly name: string;
  readonly service: string;
  readonly start: number;
  readonly durationMs: number;
  readonly spans: number;
  readonly hasFailed: boolean;
}

/** A finished span. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly time: number }[];
  readonly links: readonly string[];
}

/** A span in the tree of its trace. */
export interface SpanRow {
  readonly span: Span;
  readonly depth: number;
}

/** The spans depth first; a span whose parent has not arrived stands at the left. */
export function rowsOf(spans: readonly Span[]): SpanRow[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(
    spans,
    ({ parentSpanId }) => parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : "",
  );
  const rows: SpanRow[] = [];
  const seen = new Set<string>();
  // A stack of its own: the spans of a broken sender may be nested deeper than calls can be.
  const open = (children.get("") ?? []).map((span) => ({ span, depth: 0 })).reverse();
  while (open.length > 0) {
    const row = open.pop()!;
    if (seen.has(row.span.spanId)) continue;
    seen.add(row.span.spanId);
    rows.push(row);
    const below = children.get(row.span.spanId) ?? [];
    open.push(...below.map((span) => ({ span, depth: row.depth + 1 })).reverse());
  }
  // Spans that name each other as parents are shown all the same.
  return [...rows, ...spans.filter(({ spanId }) => !seen.has(spanId)).map((span) => ({ span, depth: 0 }))];
}

/** The first of a span's attributes of these names, as text. */
export function attribute({ attributes }: Span, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => attributes[name]).find((value) => value !== undefined);
  return found === undefined ? undefined : String(found);
}

/** The name of a service, unless nobody has named it. */
export function serviceName(service: string): string {
  return service.startsWith("unknown_service") ? "" : service;
}
