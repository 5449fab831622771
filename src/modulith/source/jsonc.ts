// An unclosed string or comment extends to the end of the text, so that no character is read twice. It is kept, so that
// the JSON parser rejects it.
const stringOrComment = /("(?:[^"\\]|\\[^])*(?:"|$))|\/\/[^\n]*|\/\*[^]*?\*\/|(\/\*[^]*)/g;
const stringOrTrailingComma = /("(?:[^"\\]|\\[^])*(?:"|$))|,(?=\s*[}\]])/g;

/**
 * Parses JSON with comments and trailing commas, as in `deno.json`.
 *
 * @param text the text
 * @returns the value
 * @throws SyntaxError when it is not valid JSON otherwise
 */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(stringOrComment, (_, string?: string, open?: string) => string ?? open ?? " ");
  return JSON.parse(bare.replace(stringOrTrailingComma, (_, string?: string) => string ?? ""));
}
