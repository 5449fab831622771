/**
 * Stand-in for `@std/http/negotiation` where the JSR registry can't be reached: the same names and signatures.
 *
 * @module
 */

interface Preference {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
  readonly position: number;
}

/**
 * The media types that the client accepts, most preferred first; without an `Accept` header, any.
 *
 * @param request the request, or anything with headers
 */
export function accepts(request: { headers: Headers }): string[];
/**
 * The one of the given media types that the client prefers.
 *
 * @param request the request, or anything with headers
 * @param types candidates; between equally preferred ones the first wins
 * @returns the winner, or `undefined` when none is acceptable
 */
export function accepts(request: { headers: Headers }, ...types: string[]): string | undefined;
export function accepts(request: { headers: Headers }, ...types: string[]): string[] | string | undefined {
  const header = request.headers.get("accept");
  if (types.length === 0) {
    return header === null ? ["*/*"] : preferences(header).map(({ type, subtype }) => `${type}/${subtype}`);
  }
  if (header === null) return types[0];
  const accepted = preferences(header);
  const rated = types.map((name, at) => ({ name, at, ...rate(name, accepted) })).filter(({ quality }) => quality > 0);
  rated.sort((a, b) =>
    b.quality - a.quality || a.position - b.position || b.specificity - a.specificity || a.at - b.at
  );
  return rated[0]?.name;
}

function preferences(header: string): Preference[] {
  return split(header, ",")
    .map(parse)
    .filter((preference) => preference !== undefined)
    .sort((a, b) => b.quality - a.quality || a.position - b.position);
}

function parse(range: string, position: number): Preference | undefined {
  const [name = "", ...rest] = split(range, ";").map((part) => part.trim());
  const match = /^([^\s/;]+)\/([^\s/;]+)$/.exec(name);
  if (match === null) return undefined;
  const [type = "", subtype = ""] = match.slice(1).map((part) => part.toLowerCase());
  return { type, subtype, ...weighed(rest.map(keyAndValue)), position };
}

function keyAndValue(part: string): readonly [key: string, value: string] {
  const equals = part.indexOf("=");
  if (equals < 0) return [part.toLowerCase(), ""];
  const value = part.slice(equals + 1).trim().replace(/^"(.*)"$/, "$1");
  return [part.slice(0, equals).trim().toLowerCase(), value.toLowerCase()];
}

/** The weight ends what describes the media type: parameters behind it are extensions of `Accept` (RFC 7231, 5.3.2). */
function weighed(given: readonly (readonly [string, string])[]): Pick<Preference, "parameters" | "quality"> {
  const at = given.findIndex(([key]) => key === "q");
  if (at < 0) return { parameters: new Map(given), quality: 1 };
  const quality = Number(given[at]?.[1]);
  return {
    parameters: new Map(given.slice(0, at)),
    quality: Number.isNaN(quality) ? 0 : Math.min(quality, 1),
  };
}

// Clients write these texts: no character may be looked at twice, so a quoted string without end reaches to the end.
const parts = {
  ",": /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^,"])+/g,
  ";": /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^;"])+/g,
};

function split(text: string, separator: keyof typeof parts): readonly string[] {
  return text.match(parts[separator]) ?? [];
}

function rate(
  name: string,
  accepted: readonly Preference[],
): { quality: number; specificity: number; position: number } {
  const offered = parse(name, 0);
  let best = { quality: 0, specificity: -1, position: -1 };
  if (offered === undefined) return best;
  for (const range of accepted) {
    const specificity = specificityOf(range, offered);
    if (specificity > best.specificity) best = { quality: range.quality, specificity, position: range.position };
  }
  return best;
}

function specificityOf(range: Preference, offered: Preference): number {
  if (range.type !== "*" && range.type !== offered.type) return -1;
  if (range.subtype !== "*" && range.subtype !== offered.subtype) return -1;
  for (const [key, value] of range.parameters) {
    if (offered.parameters.get(key) !== value) return -1;
  }
  return (range.type === "*" ? 0 : 4) + (range.subtype === "*" ? 0 : 2) + (range.parameters.size > 0 ? 1 : 0);
}
