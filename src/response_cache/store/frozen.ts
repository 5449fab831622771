/**
 * Freezes a JSON value: cached values are shared by many requests, which must not change them.
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
