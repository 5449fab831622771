import { type SqlTokenRules, sqlTokens } from "./sql_tokens.ts";
import { StatementSummary } from "./statement_summary.ts";

/** Most characters of a statement that are read. */
const mostRead = 8_192;
/** Longest statement whose facts are stored, in characters. */
const longestStored = 4_096;
/** Maximum number of statements whose facts are stored. */
const mostStored = 500;

/** What the text of a statement tells. */
export interface StatementFacts {
  /** The text with `?` for each literal, and without comments. */
  readonly safeText: string;
  /** Operations and tables in the order of the text. */
  readonly summary: string;
  /** The only operation. */
  readonly operation: string | undefined;
  /** The only table. */
  readonly table: string | undefined;
  /** The names in it, without quotes and in lower case; `undefined` where the text was too long to be read. */
  readonly names: ReadonlySet<string> | undefined;
}

/** Reads the texts of statements, and stores what it found for the next time. */
export class StatementReader {
  readonly #rules: SqlTokenRules;
  readonly #stored = new Map<string, StatementFacts>();

  /** @param rules whose SQL is read */
  constructor(rules: SqlTokenRules) {
    this.#rules = rules;
  }

  /** The facts of a statement. */
  read(text: string): StatementFacts {
    const stored = this.#stored.get(text);
    if (stored !== undefined) return stored;
    const facts = readStatement(text, this.#rules);
    if (text.length > longestStored) return facts;
    // Statements repeat; those that do not must not fill the memory.
    if (this.#stored.size >= mostStored) this.#stored.clear();
    this.#stored.set(text, facts);
    return facts;
  }
}

function readStatement(text: string, rules: SqlTokenRules): StatementFacts {
  const isCut = text.length > mostRead;
  const summary = new StatementSummary();
  const names = new Set<string>();
  let safeText = "";
  for (const token of sqlTokens(isCut ? text.slice(0, mostRead) : text, rules)) {
    if (token.kind === "blank") {
      if (safeText !== "") safeText += " ";
      continue;
    }
    const isLiteral = token.kind === "literal" || (token.kind === "word" && /^(true|false)$/i.test(token.text));
    safeText += isLiteral ? "?" : token.text;
    if (token.kind === "word" || token.kind === "name") names.add(bare(token.text));
    summary.add(token);
  }
  summary.end();
  const { operations, tables } = summary;
  return {
    safeText: isCut ? `${safeText}…` : safeText.trimEnd(),
    summary: summary.text,
    operation: operations.length === 1 ? operations[0] : undefined,
    table: tables.length === 1 ? tables[0] : undefined,
    names: isCut ? undefined : names,
  };
}

function bare(name: string): string {
  return (/^["`[]/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name).toLowerCase();
}
