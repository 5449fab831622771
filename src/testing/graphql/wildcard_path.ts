import { parseValuePath, valueAt } from "../../kernel/mod.ts";

/**
 * Follows a path in which `[*]` stands for all elements of a list.
 *
 * @param root the value where the path starts
 * @param path for example `"books.edges[*].node.title"`
 * @returns the value, `undefined` if there is none; with `[*]` the existing values as one flat list: empty only if the
 * traversed lists are empty, `undefined` if no element has the value
 * @throws TypeError if the path is malformed, or a step does not match the kind of value
 */
export function valueByPath(root: unknown, path: string): unknown {
  const [first, ...rest] = path.split("[*]");
  let values = [valueAt(root, parseValuePath(first!))];
  for (const step of rest.map((text) => parseValuePath(text.replace(/^\./, "")))) {
    const lists = values.filter((value) => value !== undefined && value !== null).map((value) => listOf(value, path));
    const elements = lists.flat();
    if (lists.length > 0 && elements.length === 0) return [];
    values = elements.map((element) => valueAt(element, step)).filter((value) => value !== undefined);
  }
  if (rest.length === 0) return values[0];
  return values.length === 0 ? undefined : values;
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`Invalid path: '${path}'`);
}
