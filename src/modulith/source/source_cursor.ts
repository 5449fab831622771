import { LineEnds } from "./line_ends.ts";

const TAB = 9, LINE_FEED = 10, CARRIAGE_RETURN = 13, SPACE = 32;
const DOUBLE_QUOTE = 34, SINGLE_QUOTE = 39, ASTERISK = 42, SLASH = 47, BACKSLASH = 92, BACKTICK = 96;

/** Which of the ASCII characters may stand in a word: letters, digits, `$`, `_`. */
const inWord = Uint8Array.from({ length: 128 }, (_, code) => /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0);

/**
 * Returns whether a character belongs to a word. Beyond ASCII all characters do, except for a few blanks.
 *
 * @param code the UTF-16 code unit; `NaN` at the end of the text
 */
export function isWordCharacter(code: number): boolean {
  if (code < 128) return inWord[code] === 1;
  return code >= 128 && !(code >= 0x2000 && code <= 0x200a) && !blanks.has(code);
}

/** Blanks and line ends beyond ASCII, without the block from U+2000. */
const blanks = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);

/** Maximum nesting depth: more than programs need, and safe for the call stack. */
const deepest = 500;

/** Thrown for code that is nested too deeply to be read; TypeScript's parser fails on it too. */
export class NestingError extends SyntaxError {
  override readonly name = "NestingError";
  /** Offset of the code that is nested too deeply. */
  readonly offset: number;

  /** @param offset of the code that is nested too deeply */
  constructor(offset: number) {
    super(`templates, elements and patterns must be nested at most ${deepest} deep`);
    this.offset = offset;
  }
}

/** A position in the text of a source file, with the basic operations for reading statements. */
export class SourceCursor {
  readonly source: string;
  readonly lineEnds: LineEnds;
  position = 0;
  #depth = 0;

  /** @param source the text */
  constructor(source: string) {
    this.source = source;
    this.lineEnds = new LineEnds(source);
  }

  /** The code unit at the position, `NaN` at the end. */
  get code(): number {
    return this.source.charCodeAt(this.position);
  }

  /**
   * Reads a construct that may contain itself, such as a template or an element, and limits the depth.
   *
   * @param read reads it
   * @throws NestingError when it is nested too deeply
   */
  nested<T>(read: () => T): T {
    if (this.#depth === deepest) throw new NestingError(this.position);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Moves past blanks and comments. */
  skipTrivia(): void {
    for (;;) {
      const code = this.code;
      if (code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN) this.position++;
      else if (code === SLASH && this.skipComment()) continue;
      else if (code >= 128 && !isWordCharacter(code)) this.position++;
      else return;
    }
  }

  /** Moves past the comment at the position; returns whether there was one. */
  skipComment(): boolean {
    const next = this.source.charCodeAt(this.position + 1);
    if (next === SLASH) this.position = this.lineEnds.after(this.position + 2);
    else if (next === ASTERISK) this.position = this.#behind("*/", this.position + 2);
    else return false;
    return true;
  }

  #behind(text: string, from: number): number {
    const found = this.source.indexOf(text, from);
    return found < 0 ? this.source.length : found + text.length;
  }

  /** Reads the word at the position; `""` if there is none. */
  word(): string {
    const start = this.position;
    while (isWordCharacter(this.code)) this.position++;
    return this.code === BACKSLASH ? this.#escapedWord(start) : this.source.slice(start, this.position);
  }

  /** Reads a word with Unicode escapes: `\\u0061b` is `ab`. */
  #escapedWord(start: number): string {
    wordWithEscapes.lastIndex = start;
    const [word = ""] = wordWithEscapes.exec(this.source) ?? [];
    this.position = start + word.length;
    return unescaped(word);
  }

  /** Moves past blanks and then past the given character; returns whether it was there. */
  take(character: string): boolean {
    this.skipTrivia();
    if (!this.source.startsWith(character, this.position)) return false;
    this.position += character.length;
    return true;
  }

  /** Moves past blanks and then past the given word; returns whether it was there. */
  takeWord(word: string): boolean {
    this.skipTrivia();
    const end = this.position + word.length;
    if (!this.source.startsWith(word, this.position) || isWordCharacter(this.source.charCodeAt(end))) return false;
    this.position = end;
    return true;
  }

  /** Moves past blanks and reads a string without substitutions; `undefined` if there is none. */
  stringLiteral(): string | undefined {
    this.skipTrivia();
    const quote = this.code;
    if (quote !== SINGLE_QUOTE && quote !== DOUBLE_QUOTE && quote !== BACKTICK) return undefined;
    const start = this.position + 1;
    if (!this.skipString(quote)) return undefined;
    const raw = this.source.slice(start, this.position - 1);
    if (quote === BACKTICK && raw.replaceAll(/\\[^]/g, "").includes("${")) return undefined;
    return raw.includes("\\") ? unescaped(raw) : raw;
  }

  /** Moves past the quoted text at the position; returns whether it is closed, and stops at the line's end if not. */
  skipString(quote: number): boolean {
    const { source } = this;
    for (let at = this.position + 1; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) {
        this.position = at + 1;
        return true;
      }
      if (code === BACKSLASH) at += source.startsWith("\r\n", at + 1) ? 2 : 1;
      else if ((code === LINE_FEED || code === CARRIAGE_RETURN) && quote !== BACKTICK) {
        this.position = at;
        return false;
      }
    }
    this.position = source.length;
    return false;
  }
}

const wordWithEscapes = /(?:[^\0-\x7f]|[\w$]|\\u[\da-f]{4}|\\u\{[\da-f]+\})*/iy;

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0" };

/** Decodes escapes; invalid ones are kept, and make the specifier unresolvable. */
function unescaped(raw: string): string {
  const escape = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi;
  return raw.replace(escape, (whole, ...found: string[]) => {
    const hexadecimal = found[0] ?? found[1] ?? found[2];
    if (hexadecimal === undefined) return /[\r\n\u2028\u2029]/.test(found[3]!) ? "" : escapes[found[3]!] ?? found[3]!;
    const code = parseInt(hexadecimal, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
