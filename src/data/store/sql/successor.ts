const lastCodePoint = 0x10ffff;

/**
 * The first text, in the order of code points, that comes after all texts that start with a prefix.
 *
 * @param prefix the prefix, whose surrogates are in pairs
 * @returns that text; `undefined` when there is none
 */
export function successor(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Between these two are the halves of pairs, which are no characters.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return String.fromCodePoint(...points, next);
}
