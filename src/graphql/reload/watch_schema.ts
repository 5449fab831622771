import type { Logger } from "../../kernel/mod.ts";

/** Time after a change in which further changes are awaited: editors write several files at once. In milliseconds. */
const settleMs = 50;

/** What is watched, and what happens then. */
export interface SchemaWatch {
  /** Folders that hold schema files. */
  readonly folders: readonly URL[];
  /** Endings of schema files. */
  readonly extensions: readonly string[];
  /** Is called after changes; never twice at the same time. */
  readonly changed: () => Promise<unknown>;
  readonly logger: Logger;
}

/** A watch that runs. */
export interface RunningWatch {
  /** Ends the watch, and waits for what runs. */
  end(): Promise<void>;
}

/**
 * Watches schema files.
 *
 * @param watch what is watched
 * @throws Error when a folder can't be watched
 */
export function watchSchema({ folders, extensions, changed, logger }: SchemaWatch): RunningWatch {
  const watcher = Deno.watchFs(folders.map((folder) => Deno.realPathSync(folder)));
  const isSchema = (path: string) => extensions.some((extension) => path.endsWith(extension));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    timer = undefined;
    running = running.then(changed).catch((error) =>
      logger.error(error instanceof Error ? error.message : String(error))
    );
  };
  const reading = (async () => {
    for await (const { kind, paths } of watcher) {
      if (kind === "access" || timer !== undefined || !paths.some(isSchema)) continue;
      timer = setTimeout(run, settleMs);
    }
  })();
  return {
    end: async () => {
      watcher.close();
      clearTimeout(timer);
      await reading;
      await running;
    },
  };
}

/**
 * Finds the folders in which the files of patterns lie.
 *
 * @param patterns glob patterns below the roots, or absolute URLs
 * @param roots folders
 */
export function foldersOf(patterns: readonly string[], roots: readonly URL[]): URL[] {
  const places = patterns.flatMap((pattern) => {
    const [fixed = ""] = pattern.split(/[*?{]/);
    const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1);
    return /^[a-z][a-z0-9+.-]+:/i.test(pattern) ? [folder] : roots.map((root) => new URL(folder, root).href);
  });
  return [...new Set(places)].filter((place) => place.startsWith("file:")).map((place) => new URL(place));
}
