/** Where a value lies inside a JSON value: property names and list indexes, outermost first. */
export type ValuePath = readonly (string | number)[];

const key = String.raw`[^.[\]]+`;
const indexes = String.raw`(?:\[\d+\])*`;
const grammar = new RegExp(`^(?:${key}${indexes}|(?:\\[\\d+\\])+)(?:\\.${key}${indexes})*$`);

/**
 * Reads the text form of a path: names separated by dots, list indexes in brackets. Keys are not trimmed; an empty or
 * blank text is the root.
 *
 * @param text for example `"books.edges[0].node.title"`
 * @returns the segments, for example `["books", "edges", 0, "node", "title"]`
 * @throws TypeError `Invalid path: '<text>'`
 */
export function parseValuePath(text: string): ValuePath {
  if (text.trim() === "") return [];
  const names = text.split(".");
  if (!grammar.test(text) || names.some((name) => name.trim() === "")) throw invalidPath(text);
  return names.flatMap((name) => {
    const [property, ...rest] = name.split(/[[\]]+/).filter((part, i) => i === 0 || part !== "");
    const positions = rest.map(Number);
    return property === "" ? positions : [property!, ...positions];
  });
}

/**
 * Writes a path in its text form.
 *
 * @param path for example `["me", "friends", 0]`
 * @returns for example `"me.friends[0]"`
 */
export function formatValuePath(path: ValuePath): string {
  return path.reduce<string>(
    (text, segment) =>
      typeof segment === "number" ? `${text}[${segment}]` : text === "" ? segment : `${text}.${segment}`,
    "",
  );
}

/**
 * Follows a path into a JSON value.
 *
 * @param root where the path starts
 * @param path what {@linkcode parseValuePath} returned
 * @returns the value; `undefined` where a property or an index is missing, or where a value on the way is null
 * @throws TypeError `Invalid path: '<path>'` where a name meets a list or a single value, or an index anything but a list
 */
export function valueAt(root: unknown, path: ValuePath): unknown {
  let value = root;
  for (const segment of path) {
    if (value === null || value === undefined) return undefined;
    if (Array.isArray(value) !== (typeof segment === "number") || typeof value !== "object") {
      throw invalidPath(formatValuePath(path));
    }
    value = Object.hasOwn(value, segment) ? (value as Record<string | number, unknown>)[segment] : undefined;
  }
  return value;
}

function invalidPath(text: string): TypeError {
  return new TypeError(`Invalid path: '${text}'`);
}
