/** Maximum nesting of JSON from clients, and of patched documents. */
export const maxJsonDepth = 100;

/** The size of a JSON value. */
export interface JsonSize {
  /** Levels of lists and objects, counted up to the limit. */
  readonly depth: number;
  /** Number of scalars, lists and objects, counted up to the limit. */
  readonly values: number;
}

/**
 * Counts the levels and values of JSON breadth-first, so that no depth overflows the stack. Stops when a limit is
 * exceeded.
 *
 * @param json the value
 * @param limits the limits at which counting stops
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
 * Returns whether JSON is nested more deeply than a number of levels.
 *
 * @param json the value
 * @param depth maximum number of levels of lists and objects
 */
export function isDeeperThan(json: unknown, depth: number): boolean {
  return jsonSize(json, { depth, values: Infinity }).depth > depth;
}

function isNested(json: unknown): json is object {
  return typeof json === "object" && json !== null;
}
