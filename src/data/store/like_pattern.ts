const anyText = Symbol("%");
const anyCharacter = Symbol("_");

/** A character as it is, or a wildcard. */
type Token = string | typeof anyText | typeof anyCharacter;

/**
 * Whether a text fits a pattern with `%` and `_`, of which a backslash takes the meaning.
 *
 * Patterns come from clients, so the time grows with the product of both lengths at most: when something does not fit,
 * only the last `%` is tried on more characters, as what an earlier one takes makes no difference any more.
 *
 * @param text the text
 * @param pattern the pattern
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = Array.from(text);
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  let retry: { token: number; at: number } | undefined;
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted === anyText) {
      retry = { token: ++token, at };
    } else if (wanted === anyCharacter || wanted === characters[at]) {
      token++;
      at++;
    } else if (retry !== undefined) {
      token = retry.token;
      at = ++retry.at;
    } else return false;
  }
  return tokens.slice(token).every((left) => left === anyText);
}

function tokensOf(pattern: string): Token[] {
  const parts = pattern.match(/\\.|[\s\S]/gu) ?? [];
  return parts.map((part) => {
    if (part === "%") return anyText;
    if (part === "_") return anyCharacter;
    return part.length > 1 && part.startsWith("\\") ? part.slice(1) : part;
  });
}
