import { readData } from "../../data/read_data.ts";
import { addressOf } from "../../shell/router.ts";
import { duration, timeOfDay } from "../../ui/format.ts";
import type { Hit } from "../registry.ts";
import type { TraceSummary } from "./trace_model.ts";

/** Maximum number of traces that the search knows. */
const maxHits = 500;

/** The latest traces. */
export async function traceHits(): Promise<readonly Hit[]> {
  const { traces } = await readData<{ readonly traces: readonly TraceSummary[] }>("traces", "?view=summary");
  return traces.slice(0, maxHits).map(({ traceId, operation, name, start, durationMs }) => ({
    title: operation ?? name,
    detail: `${timeOfDay(start).slice(0, 8)}, ${duration(durationMs)}`,
    href: addressOf("traces", [traceId]),
  }));
}
