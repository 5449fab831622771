/** Percent-encoded characters of one to four bytes of UTF-8 (RFC 3629, section 4). */
const encodedCharacters: readonly RegExp[] = [
  /%[0-7][0-9a-f]/gi,
  /%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]/gi,
  /%(?:e0%[ab][0-9a-f]|e[1-9abcef]%[89ab][0-9a-f]|ed%[89][0-9a-f])%[89ab][0-9a-f]/gi,
  /%(?:f0%[9ab][0-9a-f]|f[1-3]%[89ab][0-9a-f]|f4%8[0-9a-f])%[89ab][0-9a-f]%[89ab][0-9a-f]/gi,
];

/**
 * Decodes percent-encoded text, as `decodeURIComponent` does, without throwing: a client may send thousands of values
 * in one request, and an exception costs as much as decoding hundreds of characters.
 *
 * @param text a string that a client sent
 * @returns the text, or `undefined` if it contains a malformed percent sequence
 */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  const others = encodedCharacters.reduce((rest, pattern) => rest.replace(pattern, "_"), text);
  return others.includes("%") ? undefined : decodeURIComponent(text);
}
