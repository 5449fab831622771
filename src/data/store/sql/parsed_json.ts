/**
 * Parses JSON of a column; a text that is none is the value itself.
 *
 * @param text what the column holds
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
