import { useMemo, useState } from "preact/hooks";
import { ResponseError } from "../../data/read_data.ts";
import { useData } from "../../data/use_data.ts";
import { addressOf } from "../../shell/router.ts";
import { EmptyPage, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted, dateTime, duration } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { Status } from "../../ui/status.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import { SpanDetails } from "./span_details.tsx";
import { attribute, rowsOf, type Span, type SpanRow } from "./trace_model.ts";

interface Answer {
  readonly traces: readonly [{ readonly spans: readonly Span[] }];
}

/** Where the bars of the spans lie. */
interface TimeAxis {
  readonly start: number;
  readonly length: number;
}

/** One trace over time. */
export function TraceDetails({ traceId }: { readonly traceId: string }) {
  const { data, error, reload } = useData<Answer>("traces", encodeURIComponent(traceId));
  const [chosen, setChosen] = useState<string | undefined>();
  const spans = data?.traces[0].spans;
  const rows = useMemo(() => rowsOf(spans ?? []), [spans]);
  if (spans === undefined) {
    if (error instanceof ResponseError && error.status === 404) return <Gone traceId={traceId} />;
    return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
  }
  const axis = axisOf(spans);
  const modules = [...new Set(spans.map((span) => attribute(span, "module.key")).filter((name) => name !== undefined))];
  const selected = rows.find(({ span }) => span.spanId === chosen)?.span;
  const operation = spans.find((span) => span.attributes["graphql.operation.type"] !== undefined);
  const title = operation === undefined
    ? rows[0]!.span.name
    : [attribute(operation, "graphql.operation.type"), attribute(operation, "graphql.operation.name")].join(" ");
  return (
    <>
      <PageHeader
        title={title}
        note={`${duration(axis.length)}, ${counted(spans.length, "span")}, ${dateTime(axis.start)}`}
      >
        {spans.some(({ hasFailed }) => hasFailed) && <Status value="FAILED" />}
        <a class="button" href={addressOf("logs", [], { trace: traceId })}>Logs of the trace</a>
        <a class="button" href={addressOf("traces")}>
          <Icon name="back" size={15} />All traces
        </a>
      </PageHeader>
      <div class={selected === undefined ? "split" : "split has-details"}>
        <div class="waterfall">
          <Ticks axis={axis} />
          <VirtualList
            label="Spans"
            items={rows}
            rowHeight={28}
            keyOf={({ span }) => span.spanId}
            renderRow={(row) => <Row row={row} axis={axis} modules={modules} />}
            selected={chosen ?? ""}
            onSelect={({ span }) => setChosen(span.spanId)}
          />
        </div>
        {selected && <SpanDetails span={selected} start={axis.start} close={() => setChosen(undefined)} />}
      </div>
    </>
  );
}

function axisOf(spans: readonly Span[]): TimeAxis {
  const start = spans.reduce((least, span) => Math.min(least, span.start), Infinity);
  const end = spans.reduce((most, span) => Math.max(most, span.end), -Infinity);
  return { start, length: Math.max(end - start, 0.001) };
}

function Ticks({ axis: { length } }: { readonly axis: TimeAxis }) {
  return (
    <div class="ticks" aria-hidden="true">
      <span class="ticks-name" />
      <span class="ticks-axis">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part} style={{ left: `${part * 100}%` }}>{duration(part * length)}</span>
        ))}
      </span>
      <span class="span-duration" />
    </div>
  );
}

interface RowProps {
  readonly row: SpanRow;
  readonly axis: TimeAxis;
  readonly modules: readonly string[];
}

const hues = ["--green", "--blue", "--violet", "--amber"];

function Row({ row: { span, depth }, axis, modules }: RowProps) {
  const at = modules.indexOf(attribute(span, "module.key") ?? "");
  const color = span.hasFailed ? "--red" : at < 0 ? "--line-strong" : hues[at % hues.length]!;
  const left = `${(span.start - axis.start) / axis.length * 100}%`;
  const width = `${(span.end - span.start) / axis.length * 100}%`;
  const summary = attribute(span, "code.function.name") ?? attribute(span, "db.query.text") ?? "";
  return (
    <span class={span.hasFailed ? "span-row failed" : "span-row"}>
      <span class="span-name" style={{ paddingLeft: `${Math.min(depth, 16) * 14}px` }}>
        {span.name} <span class="span-summary">{summary}</span>
      </span>
      <span class="span-track" aria-hidden="true">
        <i style={{ left, width, background: `var(${color})` }} />
      </span>
      <span class="span-duration">{duration(span.end - span.start)}</span>
    </span>
  );
}

function Gone({ traceId }: { readonly traceId: string }) {
  return (
    <EmptyPage heading="Trace" title="There is no such trace">
      The service does not hold trace {traceId} any more, or it was not recorded.{" "}
      <a href={addressOf("logs", [], { trace: traceId })}>Its log lines</a> may still be there.
    </EmptyPage>
  );
}
