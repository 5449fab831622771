/**
 * Estimates the number of characters of a value as JSON, without creating the string.
 *
 * @param value any value; objects count by their own enumerable properties
 * @param most the count at which to stop, which bounds the time
 * @returns the characters; more than `most` means that the size is unknown beyond it
 */
export function jsonSizeWithin(value: unknown, most: number): number {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && size <= most) {
    const next = pending.pop();
    if (typeof next === "string") size += next.length + 2;
    else if (typeof next !== "object" || next === null) size += 5;
    else if (Array.isArray(next)) size += 2 + take(next, pending, most - size);
    else size += 2 + takeProperties(next, pending, most - size);
  }
  return size;
}

/** A comma for each item; no more items than may count. */
function take(items: readonly unknown[], pending: unknown[], most: number): number {
  for (let i = 0; i < items.length && i <= most; i++) pending.push(items[i]);
  return items.length;
}

function takeProperties(object: object, pending: unknown[], most: number): number {
  let size = 0;
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    size += key.length + 4;
    if (size > most) break;
    pending.push((object as Record<string, unknown>)[key]);
  }
  return size;
}
