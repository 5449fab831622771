import type { Unregister } from "./lifecycle.ts";

/**
 * The connection of a service to the `dev` command that runs it. A restart is a new process: the command stores values
 * for it.
 */
export interface DevelopmentLink {
  /** When the service's own modules began to load, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Whether an earlier process was ready, so that its start-up messages need not be repeated. */
  readonly isRestart: boolean;
  /**
   * Returns the value that the previous process stored under a name, or `undefined`.
   *
   * @param name the name given to `keep`
   */
  restore(name: string): string | undefined;
  /**
   * Stores a string for the next process. Strings longer than {@linkcode maxKeptLength} are dropped.
   *
   * @param name the name by which the next process reads it
   * @param produce called before the process is stopped
   */
  keep(name: string, produce: () => string): Unregister;
  /**
   * Notifies the command that the service is listening.
   *
   * @param url the URL of the service
   */
  ready(url: string): void;
}

/** Maximum length of a string that is stored for the next process, in UTF-16 code units. */
export const maxKeptLength = 4_000_000;

// The command and the service have separate module graphs, but share the global object.
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
