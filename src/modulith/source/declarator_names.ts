import { skipQuoted } from "./quoted_text.ts";
import { isWordCharacter, type SourceCursor } from "./source_cursor.ts";

const opening = "([{";
const closing = ")]}";
const lineEnd = /[\n\r\u2028\u2029]/;

/**
 * Reads the names that a declarator binds: one, or those in a pattern such as `{ a, b: [c], ...d }`.
 *
 * @param cursor stands before the name or the pattern; moved behind
 */
export function readBoundNames(cursor: SourceCursor): string[] {
  if (cursor.take("{")) return readElements(cursor, "}");
  if (cursor.take("[")) return readElements(cursor, "]");
  return readName(cursor);
}

/**
 * The names of a declarator that stands behind the comma of another one.
 *
 * @param cursor stands behind the comma; not moved
 * @returns nothing where something else than a declarator stands there
 */
export function declaratorNames(cursor: SourceCursor): string[] {
  const start = cursor.position;
  const names = readBoundNames(cursor);
  const end = cursor.position;
  cursor.skipTrivia();
  const next = cursor.source.slice(cursor.position, cursor.position + 2);
  const isOver = next === "" || lineEnd.test(cursor.source.slice(end, cursor.position));
  cursor.position = start;
  return isOver || /^(?:[:;,!]|=(?![=>]))/.test(next) ? names : [];
}

function readElements(cursor: SourceCursor, end: string): string[] {
  const names: string[] = [];
  while (!cursor.take(end) && cursor.position < cursor.source.length) {
    if (cursor.take(",")) continue;
    cursor.take("...");
    names.push(...cursor.nested(() => readElement(cursor, end)));
    skipTo(cursor, `,${end}`);
    // The end of brackets that were not opened here: no pattern, and nothing that could be moved past.
    if (!`,${end}`.includes(cursor.source[cursor.position] ?? "")) break;
  }
  return names;
}

/** `a`, `a: b`, `"a": b`, `[a]: b` in an object's pattern, anything that is bound in a list's. */
function readElement(cursor: SourceCursor, end: string): string[] {
  const start = cursor.position;
  if (end === "}") {
    skipTo(cursor, ":=,}");
    if (cursor.take(":")) return readBoundNames(cursor);
    cursor.position = start;
    return readName(cursor); // without a colon there is no pattern in a pattern
  }
  return readBoundNames(cursor);
}

function readName(cursor: SourceCursor): string[] {
  cursor.skipTrivia();
  const name = cursor.word();
  return name === "" ? [] : [name];
}

/** Moves to one of the characters, past what is in brackets. */
function skipTo(cursor: SourceCursor, characters: string): void {
  for (let depth = 0; cursor.position < cursor.source.length; cursor.position++) {
    skipQuoted(cursor);
    const character = cursor.source[cursor.position] ?? "";
    if (depth === 0 && characters.includes(character)) return;
    if (opening.includes(character)) depth++;
    else if (closing.includes(character)) depth--;
    if (depth < 0) return;
  }
}

const statements = new Set(
  ("abstract async await class const declare enum export for function if import interface let module namespace switch " +
    "throw try type using var while").split(" "),
);

function blanksBefore(source: string, end: number): string {
  const before = source.slice(Math.max(0, end - 200), end);
  return before.slice(before.trimEnd().length);
}

/**
 * Whether a word begins a statement, where the one before it may end without a semicolon.
 *
 * @param source the text
 * @param start of the word
 */
export function beginsStatement(source: string, start: number): boolean {
  let end = start;
  while (isWordCharacter(source.charCodeAt(end))) end++;
  return statements.has(source.slice(start, end)) &&
    lineEnd.test(blanksBefore(source, start));
}
