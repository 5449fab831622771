import { useCallback, useEffect, useState } from "preact/hooks";
import { readData } from "./read_data.ts";

/** Data on its way. */
export interface Loaded<T> {
  /** The last data; `undefined` before they have arrived. */
  readonly data: T | undefined;
  /** Why the last attempt failed. */
  readonly error: Error | undefined;
  /** Reads again. */
  readonly reload: () => void;
}

/**
 * Reads the data of an endpoint, again when the path changes, and again after a time.
 *
 * @param id the endpoint's id; `undefined` reads nothing
 * @param path what follows it, with query
 * @param everyMs time between two readings in milliseconds; 0 reads once
 */
export function useData<T>(id: string | undefined, path = "", everyMs = 0): Loaded<T> {
  const [state, setState] = useState<{ readonly key: string; readonly data?: T; readonly error?: Error }>({ key: "" });
  const [round, setRound] = useState(0);
  const key = `${id}/${path}`;
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        const data = await readData<T>(id, path, gone.signal);
        if (!gone.signal.aborted) setState({ key, data });
      } catch (error) {
        if (gone.signal.aborted) return;
        setState((last) => ({
          key,
          ...(last.key === key && last.data !== undefined && { data: last.data }),
          error: error as Error,
        }));
      }
      if (everyMs > 0 && !gone.signal.aborted) timer = setTimeout(read, document.hidden ? everyMs * 5 : everyMs);
    };
    void read();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [id, path, everyMs, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : undefined, error: isCurrent ? state.error : undefined, reload };
}
