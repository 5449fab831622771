/** Maximum number of listed lines. */
const maxLines = 20;

/**
 * Compares a stored text with a new one.
 *
 * @param stored the text of the file
 * @param current the text that it should have
 * @returns the differing lines, with `-` (only stored) or `+` (only current) and the line's number; empty if the texts
 *   are equal
 */
export function differingLines(stored: string, current: string): string[] {
  const [old, fresh] = [stored.split("\n"), current.split("\n")];
  const kept = new Set(old);
  const wanted = new Set(fresh);
  const removed = numbered(old, "-", (line) => !wanted.has(line));
  const added = numbered(fresh, "+", (line) => !kept.has(line));
  const all = [...removed, ...added].sort((a, b) => a.line - b.line || (a.text < b.text ? 1 : -1));
  // Both texts have the same set of lines, but in another order or number.
  if (all.length === 0 && stored !== current) all.push(...firstDifference(old, fresh));
  const texts = all.slice(0, maxLines).map(({ text }) => text);
  return all.length > maxLines ? [...texts, `and ${all.length - maxLines} more`] : texts;
}

interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

function numbered(lines: readonly string[], sign: string, isDifferent: (line: string) => boolean): NumberedLine[] {
  return lines.flatMap((text, index) =>
    isDifferent(text) ? [{ line: index + 1, text: `${sign} ${index + 1}: ${text}` }] : []
  );
}

function firstDifference(old: readonly string[], fresh: readonly string[]): NumberedLine[] {
  const index = old.findIndex((line, at) => line !== fresh[at]);
  const at = index < 0 ? old.length : index;
  return [["-", old[at]], ["+", fresh[at]]].flatMap(([sign, text]) =>
    text === undefined ? [] : [{ line: at + 1, text: `${sign} ${at + 1}: ${text}` }]
  );
}
