import { parseValuePath, valueAt } from "../../kernel/mod.ts";

/**
 * Follows a path in which `[*]` stands for all elements of a list.
 *
 * @param root where the path starts
 * @param path for example `"books.edges[*].node.title"`
 * @returns the value; with `[*]` the values that are there, as one list, however many lists are on the way
 * @throws TypeError when the path is malformed, or meets a value of another kind
 */
export function valueByPath(root: unknown, path: string): unknown {
  const [first, ...rest] = path.split("[*]");
  const start = valueAt(root, parseValuePath(first!));
  if (rest.length === 0) return start;
  const steps = rest.map((step) => parseValuePath(step.replace(/^\./, "")));
  return steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((list) => elementsOf(list, path)).map((element) => valueAt(element, step)),
    [start],
  ).filter((value) => value !== undefined);
}

function elementsOf(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError(`Invalid path: '${path}'`);
}
