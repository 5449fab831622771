import type { InMemoryTraceExporter } from "@espalier/espalier/observability";

/** A span with what was started below it, in order of start. */
export interface SpanTree {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  readonly children: readonly SpanTree[];
}

/** The traces that an exporter holds, as trees. */
export function spanTrees({ spans }: Pick<InMemoryTraceExporter, "spans">): SpanTree[] {
  const byStart = [...spans].sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parent: string | undefined): SpanTree[] =>
    byStart.filter(({ parentSpanContext: p }) =>
      (p?.spanId !== undefined && ids.has(p.spanId) ? p.spanId : undefined) === parent
    ).map((span) => ({
      name: span.name,
      attributes: { ...span.attributes },
      children: below(span.spanContext().spanId),
    }));
  return below(undefined);
}

/** The names alone: one line per span, indented by depth. */
export function outline(trees: readonly SpanTree[], depth = 0): string[] {
  return trees.flatMap(({ name, children }) => ["  ".repeat(depth) + name, ...outline(children, depth + 1)]);
}

/** The same trees with children in the order of their names, where the order of work is the engine's to choose. */
export function byName(trees: readonly SpanTree[]): SpanTree[] {
  return trees.map((tree) => ({ ...tree, children: byName(tree.children) }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}
