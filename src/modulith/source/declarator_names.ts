import { skipQuoted } from "./quoted_text.ts";
import { isWordCharacter, type SourceCursor } from "./source_cursor.ts";

const opening = "([{";
const closing = ")]}";
const lineEnd = /[\n\r\u2028\u2029]/;

/**
 * Reads the names that a declarator binds: one, or those in a pattern such as `{ a, b: [c], ...d }`.
 *
 * @param cursor at the name or the pattern; moved past it
 */
export function readBoundNames(cursor: SourceCursor): string[] {
  if (cursor.take("{")) return readElements(cursor, "}");
  if (cursor.take("[")) return readElements(cursor, "]");
  return readName(cursor);
}

/**
 * The names of a further declarator after a comma.
 *
 * @param cursor after the comma; not moved
 * @returns the names; empty if no declarator follows
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
    // A closing bracket that was not opened here: this is no pattern, and the cursor can't move past it.
    if (!`,${end}`.includes(cursor.source[cursor.position] ?? "")) break;
  }
  return names;
}

/**
 * Reads an element of a pattern: `a`, `a: b`, `"a": b` or `[a]: b` in an object pattern, a target in a list pattern.
 */
function readElement(cursor: SourceCursor, end: string): string[] {
  const start = cursor.position;
  if (end === "}") {
    skipTo(cursor, ":=,}");
    if (cursor.take(":")) return readBoundNames(cursor);
    cursor.position = start;
    return readName(cursor); // only a colon can precede a nested pattern
  }
  return readBoundNames(cursor);
}

function readName(cursor: SourceCursor): string[] {
  cursor.skipTrivia();
  const name = cursor.word();
  return name === "" ? [] : [name];
}

/** Moves to the next of the characters that is not in brackets. */
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
 * Whether a word begins a statement, so that the statement before it can end without a semicolon.
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
