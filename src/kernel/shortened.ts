/** Maximum length of a value that a message quotes, in UTF-16 units. */
const maxQuoted = 200;

/**
 * Truncates a string for a message: clients may send megabytes, which responses and logs must not repeat.
 *
 * @param text any string
 * @param max maximum length of the result's beginning, in UTF-16 units
 * @returns the string, or its beginning and `…`
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
