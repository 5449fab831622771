import type { EspalierProperties } from "../kernel/mod.ts";

/**
 * Tells whether people read what is printed: as the configuration says, else where standard output is a terminal.
 *
 * @param properties the application's configuration
 */
export function isPretty({ logging }: EspalierProperties): boolean {
  return logging.format === "pretty" || (logging.format === "auto" && Deno.stdout.isTerminal());
}
