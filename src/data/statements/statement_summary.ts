import type { SqlToken } from "./sql_tokens.ts";

/** Longest summary, in characters, as OpenTelemetry's conventions limit it. */
const longestSummary = 255;

/** Words that begin an operation wherever a statement or a part in parentheses begins. */
const operations = new Set("select insert update delete merge values".split(" "));
/** Words that a table stands behind. */
const introductions = new Set("from join into table using".split(" "));
/** Words between those and the table. */
const fillers = new Set("if not exists only lateral".split(" "));
/** Words that end a list of tables. */
const clauses = new Set(
  "where group order having limit offset fetch union except intersect set returning window for".split(" "),
);

/** A part of a statement: all of it, or what parentheses enclose. */
interface Part {
  /** Whether an operation was found in it. */
  hasOperation: boolean;
  /** Whether a comma is followed by another table. */
  isInTables: boolean;
}

/** Collects the operations and the tables of a statement from its tokens. */
export class StatementSummary {
  readonly #words: string[] = [];
  readonly operations: string[] = [];
  readonly tables: string[] = [];
  readonly #parts: Part[] = [{ hasOperation: false, isInTables: false }];
  /** The word that a table is expected behind. */
  #expected: string | undefined;
  /** The table so far, whose name may go on behind a dot. */
  #table: { readonly introduction: string; name: string } | undefined;
  #previous = "";

  /** Operations and tables in the order of the text. */
  get text(): string {
    let text = "";
    for (const word of this.#words) {
      const longer = text === "" ? word : `${text} ${word}`;
      if (longer.length > longestSummary) break;
      text = longer;
    }
    return text;
  }

  /** Takes the next token. Blanks and comments are left out. */
  add({ kind, text }: SqlToken): void {
    const lower = kind === "word" ? text.toLowerCase() : text;
    if (this.#goesOn(kind, text)) this.#table!.name += plainName(text);
    else {
      this.#endTable(text);
      if (kind === "word" || kind === "name") this.#name(kind, text, lower);
      else this.#punctuation(text);
    }
    this.#previous = lower;
  }

  /** Takes note that there are no more tokens. */
  end(): void {
    this.#endTable("");
  }

  get #part(): Part {
    return this.#parts.at(-1)!;
  }

  #goesOn(kind: SqlToken["kind"], text: string): boolean {
    return this.#table !== undefined &&
      (text === "." || (this.#previous === "." && (kind === "word" || kind === "name")));
  }

  /** A table that is followed by a parenthesis is a function, unless rows are added to it. */
  #endTable(next: string): void {
    const table = this.#table;
    if (table === undefined) return;
    this.#table = undefined;
    const { introduction, name } = table;
    const isListed = introduction === "from" || introduction === "join" || introduction === "using";
    if (isListed) this.#part.isInTables = true;
    if (next === "(" && isListed) return;
    this.tables.push(name);
    this.#words.push(name);
  }

  #name(kind: "word" | "name", text: string, lower: string): void {
    const isKeyword = kind === "word";
    if (isKeyword && this.#isOperation(lower)) return this.#begin(text, lower);
    if (this.#expected !== undefined) {
      if (isKeyword && fillers.has(lower)) return;
      this.#table = { introduction: this.#expected, name: plainName(text) };
      this.#expected = undefined;
      return;
    }
    if (!isKeyword) return;
    if (this.#introduces(lower)) this.#expected = lower;
    else if (clauses.has(lower)) this.#part.isInTables = false;
  }

  #isOperation(lower: string): boolean {
    if (this.#previous === "" || this.#previous === ";") return lower !== "with";
    if (!operations.has(lower) || this.#previous === ".") return false;
    if (lower === "select") return true;
    // Not "for update", "on delete" and "do update".
    return this.#previous === "(" || (this.#previous === ")" && this.operations.length > 0 && lower !== "values");
  }

  #begin(text: string, lower: string): void {
    this.operations.push(text);
    this.#words.push(text);
    Object.assign(this.#part, { hasOperation: true, isInTables: false });
    this.#expected = lower === "update" || lower === "truncate" ? lower : undefined;
  }

  /** `extract(year from …)`, `is distinct from …` and `substring(… from …)` introduce no table. */
  #introduces(lower: string): boolean {
    if (!introductions.has(lower) || !this.#part.hasOperation || this.#previous === "distinct") return false;
    // "join … using (…)" names columns; "delete from … using …" and "merge into … using …" name tables.
    return lower !== "using" || this.operations.some((operation) => /^(delete|merge)$/i.test(operation));
  }

  #punctuation(text: string): void {
    if (text === "(") {
      // A query stands for a table.
      if (this.#expected === "from" || this.#expected === "join") this.#part.isInTables = true;
      this.#parts.push({ hasOperation: false, isInTables: false });
      this.#expected = undefined;
    } else if (text === ")" && this.#parts.length > 1) {
      this.#parts.pop();
    } else if (text === "," && this.#part.isInTables) {
      this.#expected = "from";
    } else if (text === ";") this.#parts.splice(0, this.#parts.length, { hasOperation: false, isInTables: false });
  }
}

/** A name without its quotes, where it needs none. */
function plainName(text: string): string {
  const inner = /^(?:"([^"]*)"|`([^`]*)`|\[([^\]]*)\])$/.exec(text);
  const name = inner?.[1] ?? inner?.[2] ?? inner?.[3];
  return name !== undefined && /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : text;
}
