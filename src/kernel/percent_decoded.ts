/** Percent-encoded characters of one to four bytes of UTF-8 (RFC 3629, section 4). */
const encodedCharacters: readonly RegExp[] = [
  /%[0-7][0-9a-f]/gi,
  /%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]/gi,
  /%(?:e0%[ab][0-9a-f]|e[1-9abcef]%[89ab][0-9a-f]|ed%[89][0-9a-f])%[89ab][0-9a-f]/gi,
  /%(?:f0%[9ab][0-9a-f]|f[1-3]%[89ab][0-9a-f]|f4%8[0-9a-f])%[89ab][0-9a-f]%[89ab][0-9a-f]/gi,
];

/**
 * Decodes percent-encoded text, as `decodeURIComponent` does, without throwing: clients send thousands of texts in one
 * request, and an exception takes as long as hundreds of decoded characters.
 *
 * @param text what a client sent
 * @returns the text, or `undefined` where it holds a percent sign that begins no encoded character
 */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  const others = encodedCharacters.reduce((rest, pattern) => rest.replace(pattern, "_"), text);
  return others.includes("%") ? undefined : decodeURIComponent(text);
}
