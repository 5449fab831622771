/** Debounce delay after a change, as editors write several files at once, in milliseconds. */
const settleMs = 50;

/**
 * Runs a task, and runs it again after each change of a schema, document or source file. A failure is printed; the task
 * runs again after the next change.
 *
 * @param root the folder to watch
 * @param task the task
 * @param signal ends the watch
 */
export async function watchSources(root: URL, task: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
  using watcher = Deno.watchFs(root.pathname);
  const close = () => watcher.close();
  if (signal?.aborted) return;
  signal?.addEventListener("abort", close, { once: true });
  await attempt(task);
  let pending = false;
  let running = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for await (const { kind, paths } of watcher) {
      if (kind === "access" || pending || !paths.some(isSource)) continue;
      pending = true;
      timer = setTimeout(() => {
        pending = false;
        running = running.then(() => attempt(task));
      }, settleMs);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", close);
    await running;
  }
}

function isSource(path: string): boolean {
  return /\.(?:[cm]?tsx?|graphqls?|gqls?)$/.test(path) && !/\/(?:node_modules|\.[^/]+)\//.test(path);
}

async function attempt(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
