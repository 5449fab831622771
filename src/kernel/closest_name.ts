/**
 * Finds the known name that is most similar to a misspelt one.
 *
 * @param written the misspelt name
 * @param names the known names
 * @returns the closest name, or `undefined` if none is similar: at most three letters may differ, fewer in short names
 */
export function closestName(written: string, names: Iterable<string>): string | undefined {
  let closest: string | undefined;
  let best = Math.min(3, Math.max(1, Math.floor(written.length / 3)));
  for (const name of names) {
    if (Math.abs(name.length - written.length) > best) continue; // the minimum edit distance
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance > best || (distance === best && closest !== undefined)) continue;
    [closest, best] = [name, distance];
  }
  return closest;
}

/** The edit distance: the number of letters to add, remove, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const options = [last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1)];
      row.push(Math.min(...options, ...(isSwapped ? [beforeLast![j - 2]! + 1] : [])));
    }
    [beforeLast, last] = [last!, row];
  }
  return last![b.length]!;
}
