/**
 * Finds the language that a client prefers.
 *
 * @param header value of the `Accept-Language` header, or `null` without one
 * @returns a BCP 47 tag; `undefined` when the header has none that is well-formed
 */
export function preferredLocale(header: string | null): string | undefined {
  if (header === null) return undefined;
  let best: string | undefined;
  let bestQuality = 0;
  for (const range of header.slice(0, 1_000).split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = qualityOf(parameters);
    if (quality > bestQuality && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag)) {
      best = tag;
      bestQuality = quality;
    }
  }
  return best;
}

function qualityOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return Number.isNaN(quality) ? 0 : quality;
}
