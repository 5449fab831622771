import type { CatalogueCheck } from "./catalogue.ts";

/** The facts of a table that only the text of its `create table` contains. */
export interface TableText {
  readonly checks: readonly CatalogueCheck[];
  /** SQL expressions of generated columns, by name in lower case. */
  readonly generations: ReadonlyMap<string, string>;
}

/** Comments, quoted names and strings, words, and single characters. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of open parentheses before it. */
  readonly depth: number;
}

/**
 * Reads the checks and the expressions of generated columns in the text of a table.
 *
 * @param sql the `create table` statement that SQLite stores
 */
export function readTableText(sql: string): TableText {
  const all = tokensOf(sql);
  const checks: CatalogueCheck[] = [];
  const generations = new Map<string, string>();
  let column = "";
  for (const [i, token] of all.entries()) {
    if (token.depth !== 1) continue;
    const before = all[i - 1];
    if (token.text !== "," && (before?.text === "," || before?.text === "(") && before.depth <= 1) {
      column = unquoted(token.text);
    }
    const group = all[i + 1]?.text === "(" ? groupAt(sql, all, i + 1) : undefined;
    if (group === undefined) continue;
    const word = token.text.toLowerCase();
    if (word === "as") generations.set(column.toLowerCase(), group.text);
    if (word !== "check") continue;
    const name = all[i - 2]?.text.toLowerCase() === "constraint" ? unquoted(all[i - 1]!.text) : undefined;
    checks.push({ ...(name === undefined ? {} : { name }), condition: group.text });
  }
  return { checks, generations };
}

/**
 * Reads the keys and the condition of an index.
 *
 * @param sql the `create index` statement that SQLite stores
 */
export function readIndexText(sql: string): { readonly keys: readonly string[]; readonly where: string | undefined } {
  const all = tokensOf(sql);
  const open = all.findIndex(({ text }) => text === "(");
  const group = groupAt(sql, all, open);
  const keys: string[] = [];
  let start = all[open]!.end;
  for (const { text, depth, start: here } of all.slice(open + 1, group.closing + 1)) {
    if (depth > 1 || (text !== "," && text !== ")")) continue;
    keys.push(withoutOptions(sql.slice(start, here)));
    start = here + 1;
  }
  const rest = all[group.closing + 1];
  const where = rest?.text.toLowerCase() === "where" ? sql.slice(rest.end).trim() : undefined;
  return { keys, where };
}

function tokensOf(sql: string): Token[] {
  let depth = 0;
  return [...sql.matchAll(tokens)].filter(([text]) => !text.startsWith("--") && !text.startsWith("/*")).map((match) => {
    const [text] = match;
    const token = { text, start: match.index, end: match.index + text.length, depth };
    if (text === "(") depth++;
    if (text === ")") depth--;
    return token;
  });
}

/** The text within a pair of parentheses, and the index of the closing one. */
function groupAt(
  sql: string,
  all: readonly Token[],
  open: number,
): { readonly text: string; readonly closing: number } {
  const { depth, end } = all[open]!;
  const closing = all.findIndex((token, i) => i > open && token.text === ")" && token.depth === depth + 1);
  return { text: sql.slice(end, all[closing]?.start).trim(), closing };
}

function unquoted(text: string): string {
  if (/^["'`]/.test(text)) return text.slice(1, -1).replaceAll(text[0]! + text[0]!, text[0]!);
  return text.startsWith("[") ? text.slice(1, -1) : text;
}

function withoutOptions(key: string): string {
  return unquoted(key.trim().replace(/\s(?:asc|desc)$/i, "").trim());
}
