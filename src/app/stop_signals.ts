const stopSignals: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];

/**
 * A SIGINT within this time is a duplicate: the terminal signals every process of the group, and parents such as `deno
 * task` forward it. In milliseconds.
 */
const echoMs = 1_000;

/** The exit code of a process that SIGINT ended, as shells report it. */
const interrupted = 130;

/**
 * Listens to the signals that stop a process.
 *
 * Keeps its listeners after the first signal, so that a second SIGTERM does not kill the process while it stops;
 * supervisors escalate with SIGKILL. A second Ctrl+C exits at once.
 *
 * @param stop called with the first signal
 * @returns removes the listeners
 */
export function onStopSignal(stop: (signal: Deno.Signal) => void): () => void {
  let askedAt: number | undefined;
  const listeners = stopSignals.map((name) => {
    const listener = () => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        stop(name);
      } else if (name === "SIGINT" && performance.now() - askedAt > echoMs) Deno.exit(interrupted);
    };
    Deno.addSignalListener(name, listener);
    return () => Deno.removeSignalListener(name, listener);
  });
  return () => listeners.forEach((remove) => remove());
}
