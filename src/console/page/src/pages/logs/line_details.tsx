import { addressOf } from "../../shell/router.ts";
import { type Fact, Facts, shown } from "../../ui/facts.tsx";
import { dateTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Status } from "../../ui/status.tsx";
import type { LogLine } from "./log_buffer.ts";

/** Everything that a line says. */
export function LineDetails({ line, close }: { readonly line: LogLine; readonly close: () => void }) {
  const { time, level, category, message, traceId, error, ...fields } = line;
  const facts: Fact[] = [
    ["Time", `${dateTime(new Date(time))}.${time.slice(20, 23)}`],
    ["Category", category !== "" && <a href={addressOf("logs", [], { category })}>{category}</a>],
    ["Trace", traceId && <a href={addressOf("traces", [traceId])}>{traceId}</a>],
    ...Object.entries(fields).map(([name, value]): Fact => [name, shown(value)]),
  ];
  return (
    <aside class="details-pane" aria-label="Log line" tabIndex={0}>
      <header>
        <Status value={level} />
        <button type="button" class="icon-button" aria-label="Close the details" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <p class="log-full">{message}</p>
      <Facts facts={facts} />
      {error !== undefined && <pre class="stack" tabIndex={0}>{stackOf(error)}</pre>}
    </aside>
  );
}

/** The stack of an error and of its causes. */
function stackOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return shown(error);
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown };
  return (stack ?? message ?? shown(error)) + (cause === undefined ? "" : `\nCaused by: ${stackOf(cause)}`);
}
