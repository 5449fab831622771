import { Lexer, Source, TokenKind } from "graphql";
import type { Tape } from "../engine/tape.ts";

/** How a text is written again. */
export interface Rewriting {
  /** Takes the place of the operation's name. */
  readonly operationName: string;
  /** Whether texts in the document get other characters. */
  readonly changesTexts?: boolean;
}

const ignored = [" ", "  ", "\n", "\t", ",", "\r\n", " ,\n ", "\r", "# a comment\n", ' #é "{ query\r', "\n\n    "];
const texts = ['"s"', '""', '"other"', '"%"', '" q { a } "', '"é€"', '"a\\n"', '"\\u0041"', '"""s"""', '"x"'];

/**
 * Writes a document of one operation with the same tokens, but for the operation's name: other characters between them.
 *
 * @param text the document
 * @param tape decides
 * @param rewriting what changes
 */
export function sameTokens(text: string, tape: Tape, { operationName, changesTexts = false }: Rewriting): string {
  const lexer = new Lexer(new Source(text));
  let written = tape.chance(100) ? tape.pick(ignored) : "";
  let previous = "";
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const own = text.slice(token.start, token.end);
    const isName = /^(query|mutation)$/.test(previous) && token.kind === TokenKind.NAME;
    const isText = changesTexts && token.kind === TokenKind.STRING && tape.chance(200);
    // Words need something between them, as do numbers and dots.
    const isDivided = /[\w"]$/.test(previous) && /^[\w".-]/.test(own);
    if (isDivided || tape.chance(110)) written += tape.pick(ignored);
    written += isName ? operationName : isText ? tape.pick(texts) : own;
    previous = own;
  }
  return written + (tape.chance(60) ? tape.pick(ignored) : "");
}
