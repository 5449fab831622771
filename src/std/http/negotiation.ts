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
  const parameters = new Map(rest.map((part) => {
    const equals = part.indexOf("=");
    const value = part.slice(equals + 1).replace(/^"(.*)"$/, "$1");
    return equals < 0 ? [part.toLowerCase(), ""] : [part.slice(0, equals).trim().toLowerCase(), value.toLowerCase()];
  }));
  const quality = parameters.has("q") ? Number(parameters.get("q")) : 1;
  parameters.delete("q");
  const [type = "", subtype = ""] = match.slice(1).map((part) => part.toLowerCase());
  return { type, subtype, parameters, quality: Number.isNaN(quality) ? 0 : Math.min(quality, 1), position };
}

function split(text: string, separator: string): string[] {
  return text.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|[^${separator}"]|")+`, "g")) ?? [];
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
