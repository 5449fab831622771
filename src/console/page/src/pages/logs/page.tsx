import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { hasEndpoint } from "../../data/service.ts";
import { useStream } from "../../data/use_stream.ts";
import { addressOf, setQuery } from "../../shell/router.ts";
import { EmptyState } from "../../ui/empty_state.tsx";
import { counted, timeOfDay } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page_header.tsx";
import { VirtualList } from "../../ui/virtual_list.tsx";
import type { PageProps } from "../registry.ts";
import { LineDetails } from "./line_details.tsx";
import { LogBuffer, type NumberedLine } from "./log_buffer.ts";

const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/** What the service logs, as it happens. */
export default function LogsPage({ place: { query } }: PageProps) {
  const [level, category, trace] = ["level", "category", "trace"].map((name) => query.get(name) ?? "") as [
    string,
    string,
    string,
  ];
  const [text, setText] = useState(query.get("text") ?? "");
  const [isPaused, setPaused] = useState(false);
  const [selected, setSelected] = useState<NumberedLine | undefined>();
  const { buffer, refresh, isConnected } = useLines(new URLSearchParams({ level, category, trace }), isPaused);
  const search = (wanted: string) => {
    setText(wanted);
    buffer.filter(wanted);
    refresh();
  };
  const lines = buffer.shown;
  return (
    <>
      <PageHeader title="Logs" note={noteOf(isConnected, isPaused, buffer)}>
        <input
          class="field"
          type="search"
          aria-label="Text of lines"
          placeholder="Filter by text"
          value={text}
          onInput={(event) => search(event.currentTarget.value)}
        />
        <select
          class="field"
          aria-label="Level"
          value={level}
          onChange={(event) => setQuery({ level: event.currentTarget.value })}
        >
          <option value="">All levels</option>
          {levels.map((name) => <option key={name} value={name}>{name} and up</option>)}
        </select>
        <Chips values={{ category, trace }} />
        <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? "play" : "pause"} size={15} />
          {isPaused ? "Continue" : "Pause"}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            buffer.clear();
            refresh();
          }}
        >
          <Icon name="clear" size={15} />
          Clear
        </button>
        {hasEndpoint("loggers") && (
          <a class="button" href={addressOf("configuration", [], { part: "levels", text: category })}>Levels</a>
        )}
      </PageHeader>
      {lines.length === 0
        ? <NoLines isFiltered={text !== "" || level !== "" || category !== "" || trace !== ""} />
        : (
          <div class={selected === undefined ? "split" : "split has-details"}>
            <VirtualList
              label="Log lines"
              items={lines}
              rowHeight={26}
              keyOf={({ number }) => String(number)}
              renderRow={Row}
              selected={selected === undefined ? "" : String(selected.number)}
              onSelect={setSelected}
              followsEnd={!isPaused && selected === undefined}
            />
            {selected && <LineDetails line={selected.line} close={() => setSelected(undefined)} />}
          </div>
        )}
    </>
  );
}

/** Follows the lines; the page is drawn anew once per frame at most, and not at all while it is paused. */
function useLines(parameters: URLSearchParams, isPaused: boolean) {
  const buffer = useRef<LogBuffer>(undefined as unknown as LogBuffer);
  buffer.current ??= new LogBuffer();
  const [, setVersion] = useState(0);
  const refresh = useCallback(() => setVersion((last) => last + 1), []);
  const frame = useRef(0);
  const paused = useRef(isPaused);
  paused.current = isPaused;
  useEffect(() => {
    if (!isPaused) refresh();
  }, [isPaused]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const draw = () => {
    if (paused.current) return;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(refresh);
  };
  const isConnected = useStream(`logs?${parameters}`, {
    begin: () => {
      buffer.current.clear();
      draw();
    },
    lines: (data) => {
      const { lines, skipped } = JSON.parse(data);
      buffer.current.add(lines, skipped);
      draw();
    },
  });
  return { buffer: buffer.current, refresh, isConnected };
}

function noteOf(isConnected: boolean, isPaused: boolean, buffer: LogBuffer): string {
  const { shown: { length }, size, skipped } = buffer;
  const lines = length === size
    ? counted(size, "line")
    : `${counted(length, "line")} of ${size.toLocaleString("en-US")}`;
  const dropped = skipped > 0 ? `, ${counted(skipped, "line")} came too fast` : "";
  return `${lines}${dropped}${isPaused ? ", paused" : isConnected ? "" : ", not connected"}`;
}

/** Filters that come from links, and can be removed. */
function Chips({ values }: { readonly values: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(values).filter(([, value]) => value !== "").map(([name, value]) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-label={`Remove the filter ${name} ${value}`}
          onClick={() => setQuery({ [name]: "" })}
        >
          {name} <code>{value.length > 24 ? `${value.slice(0, 12)}…` : value}</code>
          <Icon name="close" size={13} />
        </button>
      ))}
    </>
  );
}

function Row({ line: { time, level, category, message } }: NumberedLine) {
  return (
    <span class={`log-row ${level.toLowerCase()}`}>
      <span class="log-time">{timeOfDay(new Date(time))}</span>
      <span class="log-level">{level}</span>
      <span class="log-category">{category}</span>
      <span class="log-message">{message}</span>
    </span>
  );
}

function NoLines({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No line fits the filter">New lines appear here when they are logged.</EmptyState>;
  }
  return (
    <EmptyState title="Nothing has been logged yet" code={example}>
      Lines of the Logger appear here when they are logged. A Logger of your own in the container does not report to the
      console; a LogSink does.
    </EmptyState>
  );
}

const example = `import { bean, Logger } from "@espalier/espalier";

class Shelf {
  constructor(logger: Logger) {
    logger.forCategory("shop.shelf").info("Filled", { books: 210 });
  }
}
const shelf = bean(Shelf, Logger);`;
