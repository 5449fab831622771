/**
 * Compares JSON values leniently: objects may have further properties; lists have the same elements in
 * any order.
 *
 * @param actual the value
 * @param expected the required content
 * @param at the path of the values
 * @returns the first difference, or `undefined` if there is none
 */
export function firstDifference(actual: unknown, expected: unknown, at: string): string | undefined {
  if (Array.isArray(expected)) return differenceOfLists(actual, expected, at);
  if (typeof expected !== "object" || expected === null) {
    return Object.is(actual, expected) ? undefined : differs(actual, expected, at);
  }
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return differs(actual, expected, at);
  for (const [name, value] of Object.entries(expected)) {
    const path = at === "" ? name : `${at}.${name}`;
    const found = Object.hasOwn(actual, name) ? (actual as Record<string, unknown>)[name] : undefined;
    const difference = firstDifference(found, value, path);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function differenceOfLists(actual: unknown, expected: readonly unknown[], at: string): string | undefined {
  if (!Array.isArray(actual) || actual.length !== expected.length) return differs(actual, expected, at);
  const takenBy = new Map<number, number>();
  // Bipartite matching: an element that fits several expected ones is reassigned if another fits only that one.
  const findsPlace = (wanted: number, tried: Set<number>): boolean =>
    actual.some((element, place) => {
      if (tried.has(place) || firstDifference(element, expected[wanted], at) !== undefined) return false;
      tried.add(place);
      const holder = takenBy.get(place);
      if (holder !== undefined && !findsPlace(holder, tried)) return false;
      takenBy.set(place, wanted);
      return true;
    });
  const missing = expected.findIndex((_, wanted) => !findsPlace(wanted, new Set()));
  return missing < 0 ? undefined : `no element ${JSON.stringify(expected[missing])} in "${at}"`;
}

function differs(actual: unknown, expected: unknown, at: string): string {
  const found = actual === undefined ? "nothing" : JSON.stringify(actual);
  return `"${at}" is ${found}, not ${JSON.stringify(expected)}`;
}
