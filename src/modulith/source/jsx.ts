import { isWordCharacter, type SourceCursor } from "./source_cursor.ts";
import type { ElementLexer } from "./element_lexer.ts";

const DOUBLE_QUOTE = 34, SINGLE_QUOTE = 39, COMMA = 44, SLASH = 47, ZERO = 48, NINE = 57;
const LESS = 60, EQUALS = 61, GREATER = 62, BRACE_OPEN = 123, BRACE_CLOSE = 125;

/**
 * The meaning of `<` where an operand is expected. `"either"` is `<T>(`, which begins an element in an expression and a
 * signature in a type.
 */
export type AngleBracket = "element" | "type parameters" | "either" | "operator";

/**
 * Classifies `<` in a file with JSX, by the same tokens as TypeScript's parser.
 *
 * @param cursor at `<`; not moved
 */
export function classifyAngleBracket(cursor: SourceCursor): AngleBracket {
  const start = cursor.position;
  cursor.position++;
  const found = classifyBehind(cursor);
  cursor.position = start;
  return found;
}

function classifyBehind(cursor: SourceCursor): AngleBracket {
  cursor.skipTrivia();
  if (cursor.code === GREATER) return "element"; // a fragment
  if (!isWordCharacter(cursor.code) || (cursor.code >= ZERO && cursor.code <= NINE)) return "operator";
  if (cursor.takeWord("const")) cursor.skipTrivia();
  cursor.word();
  if (cursor.takeWord("extends")) {
    cursor.skipTrivia();
    const isAttribute = cursor.code === EQUALS || cursor.code === GREATER || cursor.code === SLASH;
    return isAttribute ? "element" : "type parameters";
  }
  cursor.skipTrivia();
  if (cursor.code === COMMA || cursor.code === EQUALS) return "type parameters";
  if (cursor.code !== GREATER) return "element";
  cursor.position++;
  return cursor.take("(") ? "either" : "element";
}

/**
 * Reads an element with its children. Code in braces is read as code, text is not.
 *
 * @param lexer at `<`; moved past the element's end
 * @returns whether there is an element: its closing tag has the same name, and its text contains no `>` and no `}`,
 *   which must be escaped there
 */
export function readElement(lexer: ElementLexer): boolean {
  lexer.position++;
  const name = readName(lexer);
  if (lexer.code === LESS && !lexer.skipTypeArguments()) return false;
  const end = readAttributes(lexer);
  return end === "self-closing" || (end === "open" && readChildren(lexer, name));
}

/** Reads `A.B`, `a:b`, `a-b`; `""` for a fragment. */
function readName(lexer: ElementLexer): string {
  lexer.skipTrivia();
  const start = lexer.position;
  while (isNameCharacter(lexer.code)) lexer.position++;
  const name = lexer.source.slice(start, lexer.position);
  lexer.skipTrivia();
  return name;
}

const MINUS = 45, DOT = 46, COLON = 58;

function isNameCharacter(code: number): boolean {
  return isWordCharacter(code) || code === MINUS || code === DOT || code === COLON;
}

function readAttributes(lexer: ElementLexer): "open" | "self-closing" | "invalid" {
  for (;;) {
    lexer.skipTrivia();
    const code = lexer.code;
    if (code === GREATER) {
      lexer.position++;
      return "open";
    }
    if (code === SLASH) {
      lexer.position++;
      return lexer.take(">") ? "self-closing" : "invalid";
    }
    if (isNameCharacter(code)) readName(lexer);
    else if (code === BRACE_OPEN ? !lexer.readEmbedded() : code !== EQUALS || !readValue(lexer)) return "invalid";
  }
}

function readValue(lexer: ElementLexer): boolean {
  lexer.position++;
  lexer.skipTrivia();
  const { code } = lexer;
  if (code === LESS) return lexer.readElement();
  if (code === BRACE_OPEN) return lexer.readEmbedded();
  if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) return false;
  const end = lexer.source.indexOf(String.fromCharCode(code), lexer.position + 1);
  if (end < 0) return false;
  lexer.position = end + 1;
  return true;
}

function readChildren(lexer: ElementLexer, name: string): boolean {
  const { source } = lexer;
  for (;;) {
    const code = lexer.code;
    if (code === BRACE_OPEN) {
      if (!lexer.readEmbedded()) return false;
    } else if (code === LESS && source.charCodeAt(lexer.position + 1) === SLASH) {
      lexer.position += 2;
      return readName(lexer) === name && lexer.take(">");
    } else if (code === LESS) {
      if (!lexer.readElement()) return false;
    } else if (code === GREATER || code === BRACE_CLOSE || Number.isNaN(code)) return false;
    else lexer.position++;
  }
}
