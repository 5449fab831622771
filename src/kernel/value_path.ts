/** The path of a value within a JSON value: property names and list indexes, outermost first. */
export type ValuePath = readonly (string | number)[];

const key = String.raw`[^.[\]]+`;
const indexes = String.raw`(?:\[\d+\])*`;
const grammar = new RegExp(`^(?:${key}${indexes}|(?:\\[\\d+\\])+)(?:\\.${key}${indexes})*$`);

/**
 * Parses the string form of a path: names separated by dots, list indexes in brackets. Keys are not trimmed; an empty
 * or blank string is the root.
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
 * Formats a path as a string.
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
 * @param root the value where the path starts
 * @param path what {@linkcode parseValuePath} returned
 * @returns the value; `undefined` if a property or an index is missing, or a value on the path is null
 * @throws TypeError `Invalid path: '<path>'` if a name is applied to a list or a scalar, or an index to a value that is
 * not a list
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
