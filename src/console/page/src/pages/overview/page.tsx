import { useRef, useState } from "preact/hooks";
import { service } from "../../data/service.ts";
import { useStream } from "../../data/use_stream.ts";
import { Chart, type ChartLine } from "../../ui/chart.tsx";
import { bytes, count, counted, duration } from "../../ui/format.ts";
import { PageHeader } from "../../ui/page_header.tsx";
import { type Health, HealthPanel } from "./health_panel.tsx";
import { RoutesTable, type RouteTraffic } from "./routes_table.tsx";

const spans = [["1 min", 60], ["5 min", 300], ["15 min", 900]] as const;
const maxSamples = 900;

interface History {
  readonly columns: readonly string[];
  readonly samples: readonly (readonly number[])[];
}

/** How the service is: health, traffic, errors, event loop, memory. */
export default function OverviewPage() {
  const [history, setHistory] = useState<History>({ columns: [], samples: [] });
  const [routes, setRoutes] = useState<readonly RouteTraffic[] | undefined>();
  const [health, setHealth] = useState<Health | null | undefined>();
  const [span, setSpan] = useState(300);
  const isConnected = useStream("overview", {
    history: (data) => setHistory(JSON.parse(data)),
    sample: (data) =>
      setHistory(({ columns, samples }) => ({
        columns,
        samples: [...samples.slice(1 - maxSamples), JSON.parse(data)],
      })),
    routes: (data) => setRoutes(JSON.parse(data)),
    health: (data) => setHealth(JSON.parse(data)),
  });
  return (
    <>
      <PageHeader title="Overview" note={<Uptime isConnected={isConnected} />}>
        <div class="segments" role="group" aria-label="Time span">
          {spans.map(([label, seconds]) => (
            <button
              key={label}
              type="button"
              aria-pressed={span === seconds}
              onClick={() => setSpan(seconds)}
            >
              {label}
            </button>
          ))}
        </div>
      </PageHeader>
      <Charts history={history} span={span} />
      <div class="overview-tables">
        <RoutesTable routes={routes} />
        <HealthPanel health={health} />
      </div>
    </>
  );
}

function Uptime({ isConnected }: { readonly isConnected: boolean }) {
  const wasConnected = useRef(false);
  wasConnected.current ||= isConnected;
  if (!isConnected) return <>{wasConnected.current ? "Not connected: waiting for the service" : "Connecting…"}</>;
  return <>Up for {duration(Date.now() - (service.value?.startedAt ?? Date.now()))}</>;
}

interface ChartSpec {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
  /** The number beside the title, of the last samples. */
  readonly figure: (last: (column: string) => number) => string;
}

const charts: readonly ChartSpec[] = [
  {
    title: "Requests per second",
    columns: ["requests", "errors"],
    lines: [{ label: "requests", color: "--blue", isFilled: true }, { label: "server errors", color: "--red" }],
    format: (value) => count(Math.round(value * 10) / 10),
    figure: (last) =>
      last("errors") > 0 ? `${count(last("requests"))}, ${counted(last("errors"), "error")}` : count(last("requests")),
  },
  {
    title: "Response time",
    columns: ["p50Ms", "p95Ms"],
    lines: [{ label: "median", color: "--blue" }, { label: "95th percentile", color: "--violet" }],
    format: duration,
    figure: (last) => last("requests") === 0 ? "–" : `${duration(last("p50Ms"))} / ${duration(last("p95Ms"))}`,
  },
  {
    title: "Event-loop delay",
    columns: ["loopDelayMs"],
    lines: [{ label: "delay", color: "--amber", isFilled: true }],
    format: duration,
    figure: (last) => duration(last("loopDelayMs")),
  },
  {
    title: "Memory",
    columns: ["rss", "heapTotal", "heapUsed"],
    lines: [
      { label: "process", color: "--green" },
      { label: "heap reserved", color: "--violet" },
      { label: "heap used", color: "--blue", isFilled: true },
    ],
    format: bytes,
    figure: (last) => `${bytes(last("rss"))}, heap ${bytes(last("heapUsed"))}`,
  },
];

function Charts({ history: { columns, samples }, span }: { readonly history: History; readonly span: number }) {
  const column = (name: string) => {
    const at = columns.indexOf(name);
    return samples.map((sample) => sample[at] ?? 0);
  };
  const last = (name: string) => samples.at(-1)?.[columns.indexOf(name)] ?? 0;
  const times = column("time");
  return (
    <div class="charts">
      {charts.map(({ title, columns: names, lines, format, figure }) => (
        <section key={title} class="card">
          <h2>
            {title} <span class="figure">{samples.length > 0 ? figure(last) : "–"}</span>
          </h2>
          <Chart label={title} lines={lines} data={[times, ...names.map(column)]} spanSeconds={span} format={format} />
          {lines.length > 1 && (
            <ul class="legend">
              {lines.map(({ label, color }) => (
                <li key={label}>
                  <span class={`swatch ${color.slice(2)}`} aria-hidden="true" />
                  {label}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
