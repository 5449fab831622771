/** The maximum time a source may take to close before it is reported, in milliseconds. */
const closeTimeoutMs = 1_000;

/**
 * Reports a source that could not be closed: called with the error, or with nothing when the source is still running.
 */
export type UnclosedSourceReport = (failure?: { readonly error: unknown }) => void;

/**
 * Closes a source, and waits for at most one second.
 *
 * @param iterator the source
 * @param report called when the source has not closed within that time, or failed to close
 */
export async function closeSource(iterator: AsyncIterator<unknown>, report: UnclosedSourceReport): Promise<void> {
  if (iterator.return === undefined) return;
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    report();
    timeout.resolve();
  }, closeTimeoutMs);
  try {
    const closing = iterator.return();
    await Promise.race([closing, timeout.promise]);
  } catch (error) {
    // The response stream has ended already, so the client can't receive the error.
    if (!isAbort(error)) report({ error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether an exception only reports the cancellation of the work.
 *
 * @param error what was thrown
 * @param signal the signal that cancelled the work
 */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  return error instanceof Error && error.name === "AbortError" || signal?.aborted === true && error === signal.reason;
}
