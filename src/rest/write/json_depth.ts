/** Deepest nesting of what clients send, and of what their patches make of a document. */
export const maxJsonDepth = 100;

/** What is counted of a JSON value. */
export interface JsonSize {
  /** Levels of lists and objects, as far as they were counted. */
  readonly depth: number;
  /** Scalars, lists and objects, as far as they were counted. */
  readonly values: number;
}

/**
 * Counts the levels and values of JSON. Goes level by level, so that no depth overflows the stack, and stops when a limit
 * is exceeded.
 *
 * @param json the value
 * @param limits how far to count
 */
export function jsonSize(json: unknown, limits: { readonly depth: number; readonly values: number }): JsonSize {
  let level: object[] = isNested(json) ? [json] : [];
  let [depth, values] = [0, 1];
  while (level.length > 0 && depth <= limits.depth && values <= limits.values) {
    const next: object[] = [];
    for (const held of level) {
      const members = Array.isArray(held) ? held as unknown[] : Object.values(held) as unknown[];
      values += members.length;
      for (const member of members) if (isNested(member)) next.push(member);
    }
    level = next;
    depth++;
  }
  return { depth, values };
}

/**
 * Whether JSON is nested more deeply than a number of levels.
 *
 * @param json the value
 * @param depth levels of lists and objects that are allowed
 */
export function isDeeperThan(json: unknown, depth: number): boolean {
  return jsonSize(json, { depth, values: Infinity }).depth > depth;
}

function isNested(json: unknown): json is object {
  return typeof json === "object" && json !== null;
}
