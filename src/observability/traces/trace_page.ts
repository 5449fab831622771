import { escapeHtml } from "../../http/mod.ts";
import type { ReceivedSpan } from "./received_span.ts";
import type { StoredTrace } from "./trace_store.ts";

/**
 * Shows traces as waterfalls.
 *
 * @param traces the traces, the latest first
 * @returns a whole page that loads nothing else and runs no script
 */
export function tracePage(traces: readonly StoredTrace[]): string {
  const hues = huesOf(traces);
  const shown = traces.map((trace, at) => traceSection(trace, { hues, isOpen: at === 0 })).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Traces</title>
<style>${style}</style>
</head>
<body>
<h1>Traces</h1>
${shown === "" ? "<p>Nothing has been traced yet.</p>" : shown}
</body>
</html>
`;
}

interface Row {
  readonly span: ReceivedSpan;
  readonly depth: number;
}

interface Appearance {
  /** Hues of the modules, in degrees. */
  readonly hues: ReadonlyMap<unknown, number>;
  readonly isOpen: boolean;
}

function traceSection({ traceId, spans }: StoredTrace, { hues, isOpen }: Appearance): string {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  const rows = rowsOf(spans);
  const title = rows[0]!.span.name;
  const failed = spans.some((span) => span.hasFailed) ? ' class="failed"' : "";
  const bars = rows.map((row) => bar(row, { start, length: Math.max(end - start, 0.001), hues })).join("\n");
  return `<details id="${traceId}"${isOpen ? " open" : ""}>
<summary${failed}><b>${escapeHtml(title)}</b> ${duration(end - start)} · ${spans.length} spans ·
<time>${new Date(start).toISOString()}</time> · <code>${traceId}</code></summary>
${bars}
</details>`;
}

/** Depth first; a span whose parent has not arrived stands at the left. */
function rowsOf(spans: readonly ReceivedSpan[]): Row[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(
    spans,
    ({ parentSpanId }) => parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : "",
  );
  const seen = new Set<string>();
  const below = (parent: string, depth: number): Row[] =>
    (children.get(parent) ?? []).flatMap((span) => {
      if (seen.has(span.spanId)) return [];
      seen.add(span.spanId);
      return [{ span, depth }, ...below(span.spanId, depth + 1)];
    });
  const rows = below("", 0);
  // Spans that name each other as parents, which only a broken sender makes, are shown all the same.
  return [...rows, ...spans.filter(({ spanId }) => !seen.has(spanId)).map((span) => ({ span, depth: 0 }))];
}

interface Whole {
  readonly start: number;
  readonly length: number;
  readonly hues: Appearance["hues"];
}

function bar({ span, depth }: Row, whole: Whole): string {
  const left = percent((span.start - whole.start) / whole.length);
  const width = percent((span.end - span.start) / whole.length);
  const hue = whole.hues.get(span.attributes["module.key"]);
  const color = hue === undefined ? "" : ` style="--bar: oklch(65% .15 ${hue})"`;
  return `<details class="span${span.hasFailed ? " failed" : ""}"${color}>
<summary><span class="name" style="padding-left:${Math.min(depth, 30)}em">${escapeHtml(span.name)}</span>
<span class="track"><i style="margin-left:${left};width:${width}"></i></span>
<span class="time">${duration(span.end - span.start)}</span></summary>
${facts(span, whole.start)}
</details>`;
}

function facts(span: ReceivedSpan, start: number): string {
  const rows: [string, string][] = [
    ["service", span.service],
    ["kind", span.kind],
    ...Object.entries(span.attributes).map(([key, value]): [string, string] => [key, String(value)]),
    ...span.events.map(({ name, time }): [string, string] => [`after ${duration(time - start)}`, name]),
    ...span.links.map((traceId): [string, string] => ["linked trace", traceId]),
  ];
  const cells = rows.filter(([, value]) => value !== "").map(([key, value]) =>
    `<tr><th>${escapeHtml(key)}</th><td>${escapeHtml(value)}</td></tr>`
  );
  return `<table>${cells.join("")}</table>`;
}

function percent(part: number): string {
  return `${(Math.min(Math.max(part, 0), 1) * 100).toFixed(2)}%`;
}

function duration(ms: number): string {
  return ms < 1 ? `${Math.round(ms * 1_000)} µs` : ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

/** Hues that are as far apart as they can be, however many modules there are: steps of the golden angle. */
function huesOf(traces: readonly StoredTrace[]): Map<unknown, number> {
  const modules = new Set(traces.flatMap(({ spans }) => spans.map(({ attributes }) => attributes["module.key"])));
  const names = [...modules].filter((module) => typeof module === "string").sort();
  return new Map(names.map((name, at) => [name, Math.round(at * 1375.08) / 10 % 360]));
}

const style = `
:root { color-scheme: light dark; --bar: light-dark(#789, #9ab); --red: light-dark(#c00, #ff6b6b); }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
body > details { border: 1px solid light-dark(#ccc, #444); border-radius: 6px; margin: .6rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; }
.span > summary { display: grid; grid-template-columns: minmax(14rem, 2fr) 5fr 5.5rem; gap: .6rem; list-style: none; }
.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.track { background: light-dark(#f0f2f5, #23272e); border-radius: 3px; }
.track i { background: var(--bar); border-radius: 3px; display: block; height: 100%; min-width: 2px; }
.failed > .track i, .failed > summary i { background: var(--red); } summary.failed b, .failed .name { color: var(--red); }
.time { font-variant-numeric: tabular-nums; text-align: right; }
table { font-size: 12px; margin: .2rem 0 .6rem 2rem; } th { font-weight: 500; padding-right: 1rem; text-align: left; }
code, time { opacity: .7; }
`;
