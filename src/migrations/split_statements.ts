import { MigrationError } from "./migration_error.ts";

/** The SQL databases. */
export type DatabaseKind = "postgres" | "sqlite" | "mariadb";

/** One statement of a file. */
export interface FileStatement {
  /** The statement without the semicolon, and without comments before it. */
  readonly text: string;
  /** The line that it begins in, from 1. */
  readonly line: number;
}

/** A token of SQL: a string, name, comment, word or other character. */
interface Token {
  readonly kind: "space" | "comment" | "quoted" | "word" | "other";
  readonly end: number;
}

/**
 * Splits an SQL file into its statements. Semicolons within strings, names, comments, dollar quotes, parentheses,
 * triggers and function bodies don't end a statement.
 *
 * @param text the file
 * @param kind the SQL dialect
 * @throws MigrationError when a string, comment, parenthesis or block is not closed
 */
export function splitStatements(text: string, kind: DatabaseKind): FileStatement[] {
  const statements: FileStatement[] = [];
  let line = 1;
  let statement = new OpenStatement(kind);
  for (let at = 0; at < text.length;) {
    const { kind: type, end } = tokenAt(text, at, { kind, line });
    const token = text.slice(at, end);
    if (type === "other" && token === ";" && statement.mayEnd()) {
      statements.push(...statement.close(text, at));
      statement = new OpenStatement(kind);
    } else if (type !== "space" && type !== "comment") {
      statement.add(type, token, { at, line });
    }
    line += lineEnds(token);
    at = end;
  }
  return [...statements, ...statement.close(text, text.length)];
}

/** The state of the current statement that determines where it ends. */
class OpenStatement {
  readonly #kind: DatabaseKind;
  readonly #words: string[] = [];
  #start: { readonly at: number; readonly line: number } | undefined;
  #parentheses = 0;
  /** Number of open `begin` and `case` blocks of a function body. */
  #blocks = 0;
  /** The last two tokens in lower case. */
  #last: readonly [string, string] = ["", ""];

  constructor(kind: DatabaseKind) {
    this.#kind = kind;
  }

  add(type: Token["kind"], text: string, place: { readonly at: number; readonly line: number }): void {
    this.#start ??= place;
    const token = text.toLowerCase();
    if (token === "(") this.#parentheses++;
    if (token === ")") this.#parentheses--;
    if (type === "word") {
      if (this.#words.length < 6) this.#words.push(token);
      if (this.#isFunction) this.#countBlock(token);
      if (this.#isRoutine) this.#countCompound(token);
    }
    this.#last = [this.#last[1], token];
  }

  /** Whether a semicolon ends the statement. */
  mayEnd(): boolean {
    const mayEnd = this.#isTrigger
      // As in SQLite's shell, the body of a trigger ends with "; end ;".
      ? this.#last[0] === ";" && this.#last[1] === "end"
      : this.#parentheses <= 0 && this.#blocks === 0;
    if (!mayEnd) this.#last = [this.#last[1], ";"];
    return mayEnd;
  }

  close(text: string, end: number): FileStatement[] {
    if (this.#start === undefined) return [];
    const { at, line } = this.#start;
    return [{ text: text.slice(at, end).trimEnd(), line }];
  }

  get #isTrigger(): boolean {
    return this.#kind === "sqlite" && /^create (temp |temporary )?trigger\b/.test(this.#words.join(" "));
  }

  get #isFunction(): boolean {
    return this.#kind === "postgres" && /^create (or replace )?(function|procedure)\b/.test(this.#words.join(" "));
  }

  get #isRoutine(): boolean {
    return this.#kind === "mariadb" && this.#words[0] === "create" &&
      this.#words.some((word) => ["trigger", "procedure", "function", "event"].includes(word));
  }

  /** MariaDB: counts `begin`, `case`, and `if`, `loop`, `while` and `repeat`, which end with `end` and their word. */
  #countCompound(word: string): void {
    const isAfterEnd = this.#last[1] === "end";
    if (word === "begin" || (word === "case" && !isAfterEnd)) this.#blocks++;
    else if (word === "end") this.#blocks--;
    else if (isAfterEnd && ["if", "loop", "while", "repeat"].includes(word)) this.#blocks++;
  }

  #countBlock(word: string): void {
    if (word === "atomic" && this.#last[1] === "begin") this.#blocks = 1;
    else if (word === "case" && this.#blocks > 0) this.#blocks++;
    else if (word === "end" && this.#blocks > 0) this.#blocks--;
  }
}

const wordStart = /[\p{L}_]/u;
const wordRest = /[\p{L}\p{N}_$]*/uy;
const blanks = /\s+/y;
const restOfLine = /[^\r\n]*/y;

function tokenAt(
  text: string,
  at: number,
  { kind, line }: { readonly kind: DatabaseKind; readonly line: number },
): Token {
  const char = text[at]!;
  const ended = (type: Token["kind"], closing: string, from: number): Token => {
    const end = text.indexOf(closing, from);
    if (end < 0) throw unclosed(text.slice(at, from), line);
    return { kind: type, end: end + closing.length };
  };
  if (/\s/.test(char)) return { kind: "space", end: match(blanks, text, at) };
  if (text.startsWith("--", at) || (kind === "mariadb" && char === "#")) {
    return { kind: "comment", end: match(restOfLine, text, at) };
  }
  if (text.startsWith("/*", at)) {
    return kind === "postgres"
      ? { kind: "comment", end: nestedComment(text, at, line) }
      : ended("comment", "*/", at + 2);
  }
  if (char === "'") return { kind: "quoted", end: quoted(text, at, { line, escapes: isEscaped(text, at, kind) }) };
  if (char === '"') return { kind: "quoted", end: quoted(text, at, { line, escapes: false }) };
  if (kind !== "postgres" && char === "`") return { kind: "quoted", end: quoted(text, at, { line, escapes: false }) };
  if (kind === "sqlite" && char === "[") return ended("quoted", "]", at + 1);
  if (kind === "postgres" && char === "$") {
    const tag = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(text.slice(at, at + 70))?.[0];
    if (tag !== undefined) return ended("quoted", tag, at + tag.length);
  }
  return wordStart.test(char)
    ? { kind: "word", end: match(wordRest, text, at) }
    : { kind: "other", end: at + (text.codePointAt(at)! > 0xffff ? 2 : 1) };
}

function match(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return at + (expression.exec(text)?.[0].length ?? 1);
}

/** PostgreSQL: whether a string is `E'…'`, in which a backslash begins an escape. */
function isEscaped(text: string, at: number, kind: DatabaseKind): boolean {
  return kind === "postgres" && /(^|[^\p{L}\p{N}_$])[eE]$/u.test(text.slice(Math.max(0, at - 2), at));
}

function quoted(text: string, at: number, { line, escapes }: { line: number; escapes: boolean }): number {
  const quote = text[at]!;
  for (let i = at + 1; i < text.length; i++) {
    if (escapes && text[i] === "\\") i++;
    else if (text[i] === quote) {
      // A doubled quote is a literal quote.
      if (text[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  throw unclosed(quote, line);
}

function nestedComment(text: string, at: number, line: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text.startsWith("/*", i)) {
      depth++;
      i++;
    } else if (text.startsWith("*/", i)) {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    }
  }
  throw unclosed("/*", line);
}

function lineEnds(token: string): number {
  let count = 0;
  for (let at = token.indexOf("\n"); at >= 0; at = token.indexOf("\n", at + 1)) count++;
  return count;
}

function unclosed(opening: string, line: number): MigrationError {
  return new MigrationError(`${opening} of line ${line} must be closed`);
}
