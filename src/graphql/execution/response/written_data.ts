/** The JSON of data that is frozen, so that it stays what was written. It leaves memory with the data. */
const texts = new WeakMap<object, string | undefined>();

/**
 * Notes the JSON of data, so that responses with it are not written anew.
 *
 * @param data frozen with everything in it
 * @param text the JSON
 */
export function noteWrittenData(data: object, text: string): void {
  texts.set(data, text);
}

/**
 * Marks data of several responses, which change nothing of it: its JSON is written once.
 *
 * @param data is frozen
 */
export function shareData(data: object): void {
  texts.set(Object.freeze(data), undefined);
}

/**
 * Finds the JSON of data; that of shared data is written when it is first asked for.
 *
 * @param data of a response
 * @returns `undefined` where it has to be written
 */
export function writtenData(data: unknown): string | undefined {
  // Results of executions are not frozen, which is seen at once.
  if (typeof data !== "object" || data === null || !Object.isFrozen(data)) return undefined;
  const known = texts.get(data);
  if (known !== undefined || !texts.has(data)) return known;
  const text = JSON.stringify(data);
  texts.set(data, text);
  return text;
}
