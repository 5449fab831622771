import { useEffect, useState } from "preact/hooks";
import { readData } from "../../data/read_data.ts";
import type { TraceSummary } from "./trace_model.ts";

/** Time between two questions, in milliseconds. */
const intervalMs = 2_000;

interface Answer {
  readonly position: number;
  readonly maxTraces: number;
  /** Traces with new spans since the last position. */
  readonly traces: readonly TraceSummary[];
}

/** The traces of the service. */
export interface Traces {
  /** The latest first; `undefined` before they have arrived. */
  readonly traces: readonly TraceSummary[] | undefined;
  readonly error: Error | undefined;
}

/**
 * Follows the service's traces: asks for those that have changed since the last answer.
 *
 * @param isActive whether to ask; the first question is asked in any case
 */
export function useTraces(isActive: boolean): Traces {
  const [state, setState] = useState<Traces>({ traces: undefined, error: undefined });
  useEffect(() => {
    const gone = new AbortController();
    let known = new Map((state.traces ?? []).map((trace) => [trace.traceId, trace]));
    let position = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const answer = await readData<Answer>("traces", `?view=summary&after=${position}`, gone.signal);
        // A smaller position is that of a service that was started anew.
        if (answer.position < position) known = new Map();
        position = answer.position;
        for (const trace of answer.traces) known.set(trace.traceId, trace);
        const traces = [...known.values()].sort((a, b) => b.start - a.start).slice(0, answer.maxTraces);
        known = new Map(traces.map((trace) => [trace.traceId, trace]));
        setState((last) => answer.traces.length > 0 || last.traces === undefined ? { traces, error: undefined } : last);
      } catch (error) {
        if (gone.signal.aborted) return;
        setState((last) => ({ traces: last.traces, error: error as Error }));
      }
      if (isActive && !gone.signal.aborted) timer = setTimeout(ask, intervalMs);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [isActive]);
  return state;
}
