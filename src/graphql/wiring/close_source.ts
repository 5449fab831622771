/** How long a source may take to close before it is reported, in milliseconds. */
const patienceMs = 1_000;

/**
 * Closes a source, waiting a second at most.
 *
 * @param iterator the source
 * @param onStubborn called when the source has not closed by then
 */
export async function closeSource(iterator: AsyncIterator<unknown>, onStubborn: () => void): Promise<void> {
  if (iterator.return === undefined) return;
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    onStubborn();
    patience.resolve();
  }, patienceMs);
  try {
    await Promise.race([iterator.return(), patience.promise]);
  } catch {
    // The stream is over: what a source fails with while it is closed has nobody to be told.
  } finally {
    clearTimeout(timer);
  }
}
