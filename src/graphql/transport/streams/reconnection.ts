import type { EspalierProperties } from "../../../kernel/mod.ts";

/**
 * When a client connects again whose connection ends because the application stops. The times differ, so that clients do
 * not come to the remaining instances all at once.
 *
 * @param properties the longest time
 * @returns milliseconds, at least 1
 */
export function reconnectionMs(
  { reconnectSpreadMs }: Pick<EspalierProperties["graphql"], "reconnectSpreadMs">,
): number {
  return 1 + Math.floor(Math.random() * reconnectSpreadMs);
}
