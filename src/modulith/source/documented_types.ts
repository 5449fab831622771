import { readImport } from "./import_statement.ts";
import { isWordCharacter, SourceCursor } from "./source_cursor.ts";
import type { Findings, FoundReference } from "./statement_reader.ts";

const LINE_FEED = 10, DOUBLE_QUOTE = 34, SINGLE_QUOTE = 39, BACKTICK = 96, BRACE_OPEN = 123, BRACE_CLOSE = 125;

/** A tag: a blank, `@` and a word. */
const tags = /\s@([a-z]+)/gi;

/** Tags that may be followed by a type in braces. */
const withType = new Set(
  "type satisfies throws exception return returns this enum typedef template param arg argument prop property".split(
    " ",
  ),
);

/** Of these, the tags whose type may follow a name. */
const withName = new Set(["param", "arg", "argument", "prop", "property"]);

/** Of these, the tags whose type needs no braces. */
const withoutBraces = new Set(["type", "this", "enum"]);

/**
 * Reads the type imports in a documentation comment of JavaScript: `@import { A } from "./a.js"`, and
 * `import("./a.js").A` in the type of a tag, as TypeScript's parser does.
 *
 * @param comment including its delimiters
 * @param found collects the results
 * @param offset of the comment
 */
export function readDocumentedTypes(comment: string, found: Findings, offset: number): void {
  if (!comment.includes("import")) return;
  const cursor = new SourceCursor(withoutMargins(comment));
  const { source } = cursor;
  let end = 0;
  let isCode = false;
  for (const { index, 0: { length }, 1: name = "" } of source.matchAll(tags)) {
    if (index < end) continue;
    for (; end <= index; end++) {
      const code = source.charCodeAt(end);
      if (code === BACKTICK) isCode = !isCode;
      else if (code === LINE_FEED) isCode = false;
    }
    if (isCode) continue;
    cursor.position = index + length;
    if (name === "import") readTag(cursor, found, offset + index + 1);
    else if (withType.has(name)) readType(cursor, found, { offset, name });
    end = Math.max(cursor.position, index + length);
  }
}

/** Replaces the delimiters of the comment and the asterisks of its lines by blanks, so that offsets are kept. */
function withoutMargins(comment: string): string {
  const text = `   ${comment.slice(3)}`;
  return text.replace(/\*\/$/, "  ").replaceAll(/^[ \t]*\*/gm, (margin) => " ".repeat(margin.length));
}

function readTag(cursor: SourceCursor, found: Findings, offset: number): void {
  const { position } = cursor;
  const isOther = cursor.take("(") || cursor.take(".") || cursor.stringLiteral() !== undefined;
  cursor.position = position;
  if (!isOther) readInto(cursor, found, offset);
}

function readType(
  cursor: SourceCursor,
  found: Findings,
  { offset, name }: { readonly offset: number; readonly name: string },
): void {
  skipBlanks(cursor);
  if (withName.has(name) && cursor.code !== BRACE_OPEN) {
    while (!Number.isNaN(cursor.code) && !isBlank(cursor.code)) cursor.position++;
    skipBlanks(cursor);
  }
  if (cursor.code === BRACE_OPEN) readBraces(cursor, found, offset);
  else if (withoutBraces.has(name)) {
    cursor.takeWord("typeof");
    skipBlanks(cursor);
    readWord(cursor, found, offset);
  }
}

/** Reads from an opening brace to its closing brace. */
function readBraces(cursor: SourceCursor, found: Findings, offset: number): void {
  let depth = 0;
  for (;;) {
    const { code } = cursor;
    if (Number.isNaN(code)) return;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) cursor.skipString(code);
    else if (isWordCharacter(code)) readWord(cursor, found, offset);
    else {
      cursor.position++;
      if (code === BRACE_OPEN) depth++;
      else if (code === BRACE_CLOSE && --depth === 0) return;
    }
  }
}

function readWord(cursor: SourceCursor, found: Findings, offset: number): void {
  const start = cursor.position;
  if (cursor.word() === "") cursor.position++; // an invalid Unicode escape
  if (cursor.source.slice(start, cursor.position) !== "import") return;
  const behind = cursor.position;
  const isCall = cursor.take("(");
  cursor.position = behind;
  if (isCall) readInto(cursor, found, offset + start);
}

/** Reads an import and marks its names as types. */
function readInto(cursor: SourceCursor, found: Findings, offset: number): void {
  const references: FoundReference[] = [];
  readImport(cursor, { ...found, references, bindings: new Map() }, { offset, afterTypeof: true });
  found.references.push(...references.map((each) => ({ ...each, kind: "type" as const, typeOnly: true })));
}

function skipBlanks(cursor: SourceCursor): void {
  while (isBlank(cursor.code)) cursor.position++;
}

function isBlank(code: number): boolean {
  return code <= 32;
}
