// A string or a comment without end reaches to the end of the text, so that no character is read twice; it is kept for
// the parser to refuse.
const stringOrComment = /("(?:[^"\\]|\\[^])*(?:"|$))|\/\/[^\n]*|\/\*[^]*?\*\/|(\/\*[^]*)/g;
const stringOrTrailingComma = /("(?:[^"\\]|\\[^])*(?:"|$))|,(?=\s*[}\]])/g;

/**
 * Parses JSON that may hold comments and trailing commas, as `deno.json` does.
 *
 * @param text the text
 * @returns the value
 * @throws SyntaxError when it is no JSON even then
 */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(stringOrComment, (_, string?: string, open?: string) => string ?? open ?? " ");
  return JSON.parse(bare.replace(stringOrTrailingComma, (_, string?: string) => string ?? ""));
}
