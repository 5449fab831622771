/** Deepest nesting of what clients send, and of what their patches make of a document. */
export const maxJsonDepth = 100;

/**
 * Whether JSON is nested more deeply than a number of levels. Goes level by level, so that no depth overflows the stack.
 *
 * @param json the value
 * @param depth levels of lists and objects that are allowed
 */
export function isDeeperThan(json: unknown, depth: number): boolean {
  let level = [json];
  for (let at = 0; at <= depth; at++) {
    level = level.flatMap((value) => typeof value === "object" && value !== null ? Object.values(value) : []);
    if (level.length === 0) return false;
  }
  return true;
}
