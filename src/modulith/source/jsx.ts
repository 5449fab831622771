import { isWordCharacter } from "./source_cursor.ts";
import type { SourceLexer } from "./source_lexer.ts";

const DOUBLE_QUOTE = 34, SINGLE_QUOTE = 39, SLASH = 47, LESS = 60, GREATER = 62, BRACE_OPEN = 123;

/**
 * Tells whether `<` opens an element and not a list of type parameters, in a place where an operand may stand.
 *
 * @param source the text
 * @param position offset of `<`
 */
export function startsJsxElement(source: string, position: number): boolean {
  if (source.charCodeAt(position + 1) === GREATER) return true;
  const opening = /^<([\w$.:-]+)(\s+[\w$]+|\s*.)?/s.exec(source.slice(position, position + 200));
  if (opening === null) return false;
  const [, name, next] = opening;
  if (name === "const" || next === undefined) return false;
  const following = next.trim();
  if (following === "," || following === "=" || following === "extends") return false;
  return following !== ">" || source.includes(`</${name}`, position);
}

/**
 * Moves past an element. Code in braces is read as code, text is not.
 *
 * @param lexer stands at `<`; moved behind the element's end
 */
export function skipJsxElement(lexer: SourceLexer): void {
  lexer.position++;
  if (lexer.code !== GREATER) skipName(lexer);
  if (skipAttributes(lexer)) skipChildren(lexer);
}

function skipName(lexer: SourceLexer): void {
  const { source } = lexer;
  while (isWordCharacter(lexer.code) || ".:-".includes(source[lexer.position] ?? " ")) lexer.position++;
  if (lexer.code === LESS) skipTypeArguments(lexer);
}

function skipTypeArguments(lexer: SourceLexer): void {
  let depth = 0;
  do {
    if (lexer.code === LESS) depth++;
    else if (lexer.code === GREATER) depth--;
    lexer.position++;
  } while (depth > 0 && lexer.position < lexer.source.length);
}

/** Tells whether the element has children. */
function skipAttributes(lexer: SourceLexer): boolean {
  const { source } = lexer;
  while (lexer.position < source.length) {
    lexer.skipTrivia();
    const code = lexer.code;
    if (code === BRACE_OPEN) lexer.readEmbedded();
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) skipTo(lexer, String.fromCharCode(code), 1);
    else if (code === LESS) lexer.nested(() => skipJsxElement(lexer));
    else if (code === SLASH && source.charCodeAt(lexer.position + 1) === GREATER) {
      lexer.position += 2;
      return false;
    } else {
      lexer.position++;
      if (code === GREATER) return true;
    }
  }
  return false;
}

function skipChildren(lexer: SourceLexer): void {
  const { source } = lexer;
  while (lexer.position < source.length) {
    const code = lexer.code;
    if (code === BRACE_OPEN) lexer.readEmbedded();
    else if (code === LESS && source.charCodeAt(lexer.position + 1) === SLASH) return skipTo(lexer, ">", 0);
    else if (code === LESS) lexer.nested(() => skipJsxElement(lexer));
    else lexer.position++;
  }
}

function skipTo(lexer: SourceLexer, text: string, from: number): void {
  const found = lexer.source.indexOf(text, lexer.position + from);
  lexer.position = found < 0 ? lexer.source.length : found + 1;
}
