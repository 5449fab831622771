/**
 * Writes a duration by ISO 8601, as Spring Boot does: `PT0.023S`, `PT1H2M3S`.
 *
 * @param milliseconds the duration
 */
export function isoDuration(milliseconds: number): string {
  const micros = Math.max(0, Math.round(milliseconds * 1_000));
  const seconds = micros / 1e6;
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds % 3_600 / 60);
  const rest = Number((seconds % 60).toFixed(6));
  const parts = `${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}`;
  return `PT${parts}${rest > 0 || parts === "" ? `${rest}S` : ""}`;
}
