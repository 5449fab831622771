/** Maximum length of a value that a message quotes, in UTF-16 units. */
const maxQuoted = 200;

/**
 * Cuts a text for a message: clients may send megabytes, which neither answers nor logs repeat.
 *
 * @param text any text
 * @param max maximum length of the result's beginning, in UTF-16 units
 * @returns the text, or its beginning and `…`
 *
 * @example
 * ```ts
 * import { shortened } from "./shortened.ts";
 *
 * console.log(shortened("abc"), shortened("abcdef", 3)); // abc abc…
 * ```
 */
export function shortened(text: string, max: number = maxQuoted): string {
  if (text.length <= max) return text;
  // Half of a surrogate pair is no character.
  const end = (text.charCodeAt(max - 1) & 0xfc00) === 0xd800 ? max - 1 : max;
  return `${text.slice(0, end)}…`;
}
