/** Debounce delay after a change, as editors write a file in several steps, in milliseconds. */
const settleMs = 20;

/** Maximum time for collecting changes, in milliseconds. */
const maxSettleMs = 200;

/** A group of changes. */
export interface ChangedFiles {
  readonly paths: ReadonlySet<string>;
  /** When the first of them was noticed, on the clock of `performance.now()`. */
  readonly at: number;
}

/** Collects the changes of files in folders. */
export class FileWatch {
  readonly #watchers = new Map<string, Deno.FsWatcher>();
  readonly #isWatched: (path: string) => boolean;
  readonly #signal: AbortSignal;
  #paths = new Set<string>();
  #at = 0;
  #arrived = Promise.withResolvers<void>();

  /**
   * @param isWatched whether a changed path matters
   * @param signal ends the watch
   */
  constructor(isWatched: (path: string) => boolean, signal: AbortSignal) {
    this.#isWatched = isWatched;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#end(), { once: true });
  }

  /**
   * Watches a folder. Has no effect if the folder is watched already, or can't be watched.
   *
   * @param folder its path
   * @param recursive whether to watch its sub-folders too
   */
  add(folder: string, recursive: boolean): void {
    if (this.#watchers.has(folder) || this.#signal.aborted) return;
    try {
      const watcher = Deno.watchFs(folder, { recursive });
      this.#watchers.set(folder, watcher);
      void this.#follow(watcher);
    } catch (error) {
      if (recursive) throw error;
    }
  }

  /**
   * Waits for the next group of changes.
   *
   * @returns the changes, or `undefined` when the watch has ended
   */
  async next(): Promise<ChangedFiles | undefined> {
    await this.#arrived.promise;
    for (let count = 0; count !== this.#paths.size && performance.now() < this.#at + maxSettleMs;) {
      count = this.#paths.size;
      await new Promise((settled) => setTimeout(settled, settleMs));
    }
    if (this.#signal.aborted) return undefined;
    const changes = { paths: this.#paths, at: this.#at };
    this.#paths = new Set();
    this.#arrived = Promise.withResolvers();
    return changes;
  }

  async #follow(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind, paths } of watcher) {
      if (kind === "access") continue;
      for (const path of paths) if (this.#isWatched(path)) this.#note(path);
    }
  }

  #note(path: string): void {
    if (this.#paths.size === 0) this.#at = performance.now();
    this.#paths.add(path);
    this.#arrived.resolve();
  }

  #end(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#arrived.resolve();
  }
}
