/**
 * Reads the first values of a stream and closes it.
 *
 * @param stream for example the result of `executeSubscription()`
 * @param count how many values to wait for
 * @returns the values; fewer if the stream ends earlier
 *
 * @example
 * ```ts
 * import { take } from "@espalier/espalier/testing";
 *
 * async function* numbers() {
 *   for (let i = 1;; i++) yield await Promise.resolve(i);
 * }
 * console.log(await take(numbers(), 3)); // [1, 2, 3]
 * ```
 */
export async function take<T>(stream: AsyncIterable<T>, count: number): Promise<T[]> {
  const values: T[] = [];
  if (count <= 0) return values;
  for await (const value of stream) {
    values.push(value);
    if (values.length === count) break;
  }
  return values;
}
