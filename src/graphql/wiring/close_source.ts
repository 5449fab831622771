/** How long a source may take to close before it is reported, in milliseconds. */
const patienceMs = 1_000;

/** Reports a source that could not be closed: what it failed with, or nothing when it goes on. */
export type UnclosedSourceReport = (failure?: { readonly error: unknown }) => void;

/**
 * Closes a source, waiting a second at most.
 *
 * @param iterator the source
 * @param report called when the source has not closed by then, or failed
 */
export async function closeSource(iterator: AsyncIterator<unknown>, report: UnclosedSourceReport): Promise<void> {
  if (iterator.return === undefined) return;
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    report();
    patience.resolve();
  }, patienceMs);
  try {
    const closing = iterator.return();
    await Promise.race([closing, patience.promise]);
  } catch (error) {
    // The stream is over, so the client is not told.
    if (!isAbort(error)) report({ error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether an exception only says that the work was cancelled.
 *
 * @param error what was thrown
 * @param signal the signal that cancelled the work
 */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  return error instanceof Error && error.name === "AbortError" || signal?.aborted === true && error === signal.reason;
}
