const stopSignals: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];

/**
 * What a terminal sends to all processes arrives once more from those that hand it on, as `deno task` does: so many
 * milliseconds later somebody has asked again.
 */
const echoMs = 1_000;

/** What shells tell of a process that SIGINT has ended. */
const interrupted = 130;

/**
 * Listens to the signals that ask a process to stop.
 *
 * Who asks again is heard, so that the process does not end in the middle of stopping: supervisors insist by SIGKILL.
 * Only people who press Ctrl+C again mean at once.
 *
 * @param stop called with the first signal
 * @returns ends listening
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
