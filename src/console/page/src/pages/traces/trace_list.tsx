import { useMemo, useState } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { addressOf, navigate, type Place, setQuery } from "../../shell/router.ts";
import { EmptyPage, EmptyState, Failure, Loading } from "../../ui/empty_state.tsx";
import { counted, duration, timeOfDay } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import { serviceName, type TraceSummary } from "./trace_model.ts";
import { useTraces } from "./use_traces.ts";

const install = `import { traces, tracing } from "@espalier/espalier/observability";

createContainer(tracing(), traces(), …)`;

/** The last traces by name, duration and failure. */
export function TraceList({ place: { query } }: { readonly place: Place }) {
  const [isPaused, setPaused] = useState(false);
  if (!hasEndpoint("traces")) {
    return (
      <EmptyPage heading="Traces" title="Requests are not traced" code={install}>
        Install tracing() and traces(). Outside of the development preset, traces() needs the option “always”.
      </EmptyPage>
    );
  }
  return <List filter={filterOf(query)} isPaused={isPaused} setPaused={setPaused} />;
}

interface Filter {
  readonly text: string;
  readonly minMs: number;
  readonly failed: boolean;
  readonly sort: string;
}

function filterOf(query: URLSearchParams): Filter {
  return {
    text: query.get("text") ?? "",
    minMs: Number(query.get("min") ?? 0),
    failed: query.get("failed") === "1",
    sort: query.get("sort") ?? "",
  };
}

interface ListProps {
  readonly filter: Filter;
  readonly isPaused: boolean;
  readonly setPaused: (value: boolean) => void;
}

function List({ filter, isPaused, setPaused }: ListProps) {
  const { traces, error } = useTraces(!isPaused);
  const found = useMemo(() => matching(traces ?? [], filter), [
    traces,
    filter.text,
    filter.minMs,
    filter.failed,
    filter.sort,
  ]);
  const longest = useMemo(() => found.reduce((most, { durationMs }) => Math.max(most, durationMs), 0), [found]);
  if (traces === undefined) return error === undefined ? <Loading /> : <Failure error={error} />;
  const note = found.length === traces.length
    ? counted(traces.length, "trace")
    : `${counted(found.length, "trace")} of ${traces.length.toLocaleString("en-US")}`;
  return (
    <>
      <PageHeader title="Traces" note={error === undefined ? note : `${note}, not connected`}>
        <Filters filter={filter} />
        <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? "play" : "pause"} size={15} />
          {isPaused ? "Continue" : "Pause"}
        </button>
      </PageHeader>
      {found.length === 0 ? <None isFiltered={traces.length > 0} /> : (
        <VirtualList
          label="Traces"
          items={found}
          rowHeight={34}
          keyOf={({ traceId }) => traceId}
          renderRow={(trace) => <Row trace={trace} longest={longest} />}
          onSelect={({ traceId }) => navigate(addressOf("traces", [traceId]))}
        />
      )}
    </>
  );
}

function Filters({ filter }: { readonly filter: Filter }) {
  return (
    <>
      <input
        class="field"
        type="search"
        aria-label="Name of operation or route"
        placeholder="Filter by operation"
        value={filter.text}
        onInput={(event) => setQuery({ text: event.currentTarget.value })}
      />
      <select
        class="field"
        aria-label="Duration"
        value={String(filter.minMs)}
        onChange={(event) => setQuery({ min: event.currentTarget.value.replace(/^0$/, "") })}
      >
        <option value="0">Any duration</option>
        <option value="10">10 ms and longer</option>
        <option value="100">100 ms and longer</option>
        <option value="1000">1 s and longer</option>
      </select>
      <select
        class="field"
        aria-label="Order"
        value={filter.sort}
        onChange={(event) => setQuery({ sort: event.currentTarget.value })}
      >
        <option value="">Newest first</option>
        <option value="slowest">Slowest first</option>
      </select>
      <button
        type="button"
        class="button"
        aria-pressed={filter.failed}
        onClick={() => setQuery({ failed: filter.failed ? "" : "1" })}
      >
        Failed only
      </button>
    </>
  );
}

function matching(traces: readonly TraceSummary[], { text, minMs, failed, sort }: Filter): readonly TraceSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = traces.filter((trace) => {
    if (trace.durationMs < minMs || (failed && !trace.hasFailed)) return false;
    const haystack = `${trace.operation ?? ""} ${trace.name} ${trace.service} ${trace.traceId}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  return sort === "slowest" ? found.sort((a, b) => b.durationMs - a.durationMs) : found;
}

function Row({ trace, longest }: { readonly trace: TraceSummary; readonly longest: number }) {
  const { operation, name, service, start, durationMs, spans, hasFailed } = trace;
  // One slow trace must not make all others look alike.
  const width = `${Math.max(1, Math.sqrt(durationMs / Math.max(longest, 0.001)) * 100)}%`;
  return (
    <span class={hasFailed ? "trace-row failed" : "trace-row"}>
      <span class="trace-time">{timeOfDay(start)}</span>
      <span class="trace-name">
        <b>{operation ?? name}</b>{" "}
        <span class="trace-root">{operation === undefined ? serviceName(service) : name}</span>
      </span>
      <span class="trace-status">{hasFailed ? "failed" : ""}</span>
      <span class="trace-spans">{counted(spans, "span")}</span>
      <span class="trace-bar" aria-hidden="true">
        <i style={{ width }} />
      </span>
      <span class="trace-duration">{duration(durationMs)}</span>
    </span>
  );
}

function None({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No trace fits the filter">Remove a filter to see more.</EmptyState>;
  return (
    <EmptyState title="Nothing has been traced yet">
      Send a request to the service: its trace appears here within two seconds.
    </EmptyState>
  );
}
