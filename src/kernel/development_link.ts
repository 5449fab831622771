import type { Unregister } from "./lifecycle.ts";

/**
 * What a service has from the `dev` command that runs it. A restart is a new process: what it should find again is
 * kept by the command.
 */
export interface DevelopmentLink {
  /** When the service's own modules began to load, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Whether a process before this one was ready: what it said need not be said again. */
  readonly isRestart: boolean;
  /**
   * Returns what the process before kept under a name, or `undefined`.
   *
   * @param name the name given to `keep`
   */
  restore(name: string): string | undefined;
  /**
   * Keeps a text for the next process. Texts longer than {@linkcode maxKeptLength} are dropped.
   *
   * @param name what the next process asks for
   * @param produce called before the process is stopped
   */
  keep(name: string, produce: () => string): Unregister;
  /**
   * Tells the command that the service listens.
   *
   * @param url where
   */
  ready(url: string): void;
}

/** Maximum length of a text that is kept over a restart, in UTF-16 code units. */
export const maxKeptLength = 4_000_000;

// The command loads its side before the service: a module of its own graph, which shares the realm alone.
const key = Symbol.for("espalier.development");

/**
 * Returns the link to the `dev` command, or `undefined` where the service runs by itself.
 */
export function developmentLink(): DevelopmentLink | undefined {
  return (globalThis as { [key]?: DevelopmentLink })[key];
}

/**
 * Sets the link, before the service's modules are loaded.
 *
 * @param link the link
 */
export function setDevelopmentLink(link: DevelopmentLink): void {
  (globalThis as { [key]?: DevelopmentLink })[key] = link;
}
