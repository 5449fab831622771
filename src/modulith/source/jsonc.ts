/**
 * Parses JSON that may hold comments and trailing commas, as `deno.json` does.
 *
 * @param text the text
 * @returns the value
 * @throws SyntaxError when it is no JSON even then
 */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string?: string) => string ?? " ");
  return JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? ""));
}
