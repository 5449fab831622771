/**
 * Freezes a value of JSON: what is kept is given to many requests, and none must change it.
 *
 * @param value of JSON
 * @returns the same value
 */
export function frozen<T>(value: T): T {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const inner of Object.values(next)) if (typeof inner === "object" && inner !== null) pending.push(inner);
  }
  return value;
}
