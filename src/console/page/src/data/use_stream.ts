import { useEffect, useRef, useState } from "preact/hooks";
import { basePath } from "../shell/base_path.ts";

/** Called with the data of an event, by the event's name. */
export type StreamHandlers = Readonly<Record<string, (data: string) => void>>;

/**
 * Follows an event stream of the console while the component is shown; the browser connects again by itself.
 *
 * @param path of the stream, with query; `undefined` follows none
 * @param handlers called with each event's data
 * @returns whether the stream is connected
 */
export function useStream(path: string | undefined, handlers: StreamHandlers): boolean {
  const [isConnected, setConnected] = useState(false);
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (path === undefined) return;
    const source = new EventSource(`${basePath}/live/${path}`);
    source.onopen = () => setConnected(true);
    source.onerror = () => setConnected(false);
    for (const name of Object.keys(latest.current)) {
      source.addEventListener(name, (event) => latest.current[name]?.((event as MessageEvent<string>).data));
    }
    return () => {
      source.close();
      setConnected(false);
    };
  }, [path]);
  return isConnected;
}
