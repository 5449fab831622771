import type { EspalierProperties } from "../kernel/mod.ts";

/**
 * Whether output is formatted for people: by configuration, otherwise if standard output is a terminal.
 *
 * @param properties the application's configuration
 */
export function isPretty({ logging }: EspalierProperties): boolean {
  return logging.format === "pretty" || (logging.format === "auto" && Deno.stdout.isTerminal());
}
