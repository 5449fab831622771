/**
 * Parses the JSON of a column. A text that is not valid JSON is returned itself.
 *
 * @param text the value of the column
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
