import type { EspalierProperties } from "../../../kernel/mod.ts";

/**
 * Returns a random delay after which a client reconnects when the application stops, so that not all clients connect to
 * the remaining instances at once.
 *
 * @param properties the maximum delay
 * @returns milliseconds, at least 1
 */
export function reconnectionMs(
  { reconnectSpreadMs }: Pick<EspalierProperties["graphql"], "reconnectSpreadMs">,
): number {
  return 1 + Math.floor(Math.random() * reconnectSpreadMs);
}
