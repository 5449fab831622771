import { useCallback, useEffect, useState } from "preact/hooks";
import { readData } from "../../data/read_data.ts";
import type { Loaded } from "../../data/use_data.ts";
import type { Publication } from "./publication_table.tsx";

/** All statuses, those first that need a person. */
export const statuses = [
  "FAILED",
  "ABANDONED",
  "PUBLISHED",
  "PROCESSING",
  "RESUBMITTED",
  "SCHEDULED",
  "COMPLETED",
] as const;

/** Maximum number of publications of a status that are shown. */
export const limit = 200;

/** Time between two questions, in milliseconds. */
const intervalMs = 3_000;

/** The answer of the endpoint. */
export interface Publications {
  readonly counts: Readonly<Record<string, number>>;
  readonly publications: readonly Publication[];
}

/**
 * Follows the stored publications.
 *
 * @param status the status; `""` for all but the completed ones
 * @param listener the listener; `""` for all
 */
export function usePublications(status: string, listener: string): Loaded<Publications> {
  const key = `${status} ${listener}`;
  const [state, setState] = useState<{ readonly key: string; readonly data?: Publications; readonly error?: Error }>({
    key,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const data = await read(status, listener, gone.signal);
        setState({ key, data });
      } catch (error) {
        if (!gone.signal.aborted) setState((last) => ({ ...last, key, error: error as Error }));
      }
      if (!gone.signal.aborted) timer = setTimeout(ask, document.hidden ? intervalMs * 5 : intervalMs);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [key, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : undefined, error: isCurrent ? state.error : undefined, reload };
}

/** Completed publications are the many: the open ones are asked for status by status, as far as there are any. */
async function read(status: string, listener: string, signal: AbortSignal): Promise<Publications> {
  const ask = (wanted: string) => {
    const query = new URLSearchParams({ limit: String(limit), status: wanted, ...(listener && { listener }) });
    return readData<Publications>("eventpublications", `?${query}`, signal);
  };
  const first = await ask(status === "" ? "FAILED" : status);
  if (status !== "") return first;
  const others = statuses.filter((name) => !["FAILED", "COMPLETED"].includes(name) && (first.counts[name] ?? 0) > 0);
  const answers = await Promise.all(others.map(ask));
  return { counts: first.counts, publications: [first, ...answers].flatMap(({ publications }) => publications) };
}
