/** The JSON of data that is frozen, so that it stays what was written. It leaves memory with the data. */
const texts = new WeakMap<object, string>();

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
 * Finds the JSON of data.
 *
 * @param data of a response
 * @returns `undefined` where it has to be written
 */
export function writtenData(data: unknown): string | undefined {
  // Results of executions are not frozen, which is seen at once.
  return typeof data === "object" && data !== null && Object.isFrozen(data) ? texts.get(data) : undefined;
}
