/** A content coding of responses, by its name in `Accept-Encoding`. */
export type ContentCoding = "br" | "gzip" | "zstd";

/** Beyond this length a header is not an honest list of a handful of names. */
const maxHeaderLength = 1_000;

/**
 * Chooses the compression of a response (RFC 9110, 12.5.3).
 *
 * @param header `Accept-Encoding` of the request; `null` if the client sent none, which disables compression
 * @param offered the codings of the service; of two with equal weight the first wins
 * @returns the client's preferred one; `undefined` if it accepts none, or prefers an uncompressed response
 */
export function chooseCoding(header: string | null, offered: readonly ContentCoding[]): ContentCoding | undefined {
  if (header === null || header.length > maxHeaderLength) return undefined;
  const weights = weightsOf(header);
  const others = weights.get("*");
  let best: ContentCoding | undefined;
  // A client that sends "identity" with a weight prefers no compression to codings of a lower weight.
  let bestWeight = weights.get("identity") ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined) ?? others ?? 0;
    const isBetter = best === undefined ? weight > 0 && weight >= bestWeight : weight > bestWeight;
    if (isBetter) [best, bestWeight] = [coding, weight];
  }
  return best;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.split(",")) {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    if (name !== "") weights.set(name, weightOf(parameters));
  }
  return weights;
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return 1;
  const value = weight.slice(weight.indexOf("=") + 1).trim();
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
