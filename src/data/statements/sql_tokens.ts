/** Whose SQL a statement is written in, as far as its tokens differ. Sessions of MariaDB take backslashes literally. */
export type SqlTokenRules = "postgresql" | "sqlite" | "mariadb";

/** A part of a statement. Comments and blanks are one kind. */
export interface SqlToken {
  readonly kind: "blank" | "literal" | "name" | "word" | "placeholder" | "other";
  readonly text: string;
}

const blanks = /\s+/y;
const lineComment = /[^\n\r]*/y;
const number = /(?:0[xX][\da-fA-F_]+|[\d_]+(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)/y;
const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const placeholder = /(?:[$?]\d+|\?|[:@][\p{L}_][\p{L}\p{N}_]*)/uy;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const stringPrefix = /(?:[uU]&|[eEbBxXnN])(?=')/y;

/**
 * Splits the text of a statement into tokens. What is opened and never closed lasts until the end.
 *
 * @param text the statement, or its beginning
 * @param rules whose SQL it is written in
 */
export function* sqlTokens(text: string, rules: SqlTokenRules): Generator<SqlToken> {
  for (let at = 0; at < text.length;) {
    const [kind, end] = tokenAt(text, at, rules);
    yield { kind, text: text.slice(at, end) };
    at = end;
  }
}

type End = readonly [kind: SqlToken["kind"], end: number];

function tokenAt(text: string, at: number, rules: SqlTokenRules): End {
  const character = text[at]!;
  return commentAt(text, at, rules) ?? quotedAt(text, at, rules) ??
    ended("blank", match(blanks, text, at)) ??
    ended("placeholder", text.startsWith("::", at) ? undefined : match(placeholder, text, at)) ??
    ended("literal", match(number, text, at)) ??
    ended("word", match(word, text, at)) ??
    // A cast must not be taken for the beginning of a named placeholder.
    ["other", at + (text.startsWith("::", at) || character.codePointAt(0)! > 0xffff ? 2 : 1)];
}

function commentAt(text: string, at: number, rules: SqlTokenRules): End | undefined {
  if (text.startsWith("--", at) || (rules === "mariadb" && text[at] === "#")) {
    return ["blank", match(lineComment, text, at)!];
  }
  if (!text.startsWith("/*", at)) return undefined;
  let depth = 1;
  let end = at + 2;
  for (; depth > 0 && end < text.length; end++) {
    if (text.startsWith("*/", end)) (depth--, end++);
    else if (rules === "postgresql" && text.startsWith("/*", end)) (depth++, end++);
  }
  return ["blank", end];
}

function quotedAt(text: string, at: number, rules: SqlTokenRules): End | undefined {
  const prefixEnd = match(stringPrefix, text, at) ?? at;
  if (text[prefixEnd] === "'") {
    const hasEscapes = rules === "postgresql" && /[eE]/.test(text[at]!);
    return ["literal", quoteEnd(text, prefixEnd, hasEscapes)];
  }
  const character = text[at]!;
  if (character === '"') return rules === "mariadb" ? ["literal", quoteEnd(text, at, false)] : named(text, at);
  if (character === "`" && rules !== "postgresql") return named(text, at);
  if (character === "[" && rules === "sqlite") return ["name", closing(text, "]", at + 1)];
  if (character !== "$" || rules !== "postgresql") return undefined;
  const tagEnd = match(dollarTag, text, at);
  return tagEnd === undefined ? undefined : ["literal", closing(text, text.slice(at, tagEnd), tagEnd)];
}

function named(text: string, at: number): End {
  return ["name", quoteEnd(text, at, false)];
}

/** The end of a text in quotes; a quote in it is doubled, or escaped by a backslash. */
function quoteEnd(text: string, start: number, hasEscapes: boolean): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (hasEscapes && text[at] === "\\") at++;
    else if (text[at] !== quote) continue;
    else if (text[at + 1] === quote) at++;
    else return at + 1;
  }
  return text.length;
}

function closing(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

function ended(kind: SqlToken["kind"], end: number | undefined): End | undefined {
  return end === undefined ? undefined : [kind, end];
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : at + found[0].length;
}
