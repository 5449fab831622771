/** A string that a document gives to an argument of a field. */
export interface LiftedText {
  /** Where its literal begins. */
  readonly start: number;
  readonly value: string;
}

/** What texts have in common that differ in the operation's name, in strings and in ignored characters only. */
export interface DocumentShape {
  /** The tokens of the text, with a placeholder for the operation's name and for each lifted text. */
  readonly key: string;
  /** Name of the operation; `undefined` where it has none. */
  readonly operationName: string | undefined;
  /** The strings that arguments of fields get, but for those with escapes and unusual characters. */
  readonly texts: readonly LiftedText[];
}

/** Maximum length of texts that are read, in characters: longer ones are parsed anew. */
const maxLength = 65_536;

/** Stands for the operation's name, and for strings. No token contains it outside of strings. */
const placeholder = "%";

/**
 * Reads the shape of a document: one pass over its characters.
 *
 * Two texts have equal keys only if graphql-js reads the same tokens from both, but for the operation's name and lifted
 * texts: so their syntax trees differ only in these and in locations. A shape says nothing about validity: texts that are not GraphQL
 * may have one, but never that of a text that is.
 *
 * @param text the document
 * @param maxComments maximum number of comments
 * @returns `undefined` where texts are not compared: unusual characters, several operations, subscriptions, descriptions,
 * definitions of types, more comments, more than 65,536 characters, or tokens that graphql-js refuses
 */
export function documentShapeOf(text: string, maxComments: number): DocumentShape | undefined {
  if (text.length > maxLength) return undefined;
  return new ShapeReader(text, maxComments).read();
}

/** What a character begins; 0 is a character that no token begins with. */
const [ignored, comment, name, number, string, spread, mark, open, close] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const kinds = new Uint8Array(128);
const letters = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const begun: readonly (readonly [kind: number, characters: string])[] = [
  [ignored!, " \t\n\r,"],
  [comment!, "#"],
  [name!, letters],
  [number!, "-0123456789"],
  [string!, '"'],
  [spread!, "."],
  [mark!, "!$&:=@|"],
  [open!, "([{"],
  [close!, ")]}"],
];
for (const [kind, characters] of begun) for (const each of characters) kinds[each.charCodeAt(0)] = kind;

const minus = 45;
const dot = 46;
const quote = 34;
const backslash = 92;
const openingParenthesis = 40;
const closingBrace = 125;
const atSign = 64;

const noTexts: readonly LiftedText[] = [];

/** A token that can't be read ends nowhere. */
const nowhere = -1;

class ShapeReader {
  readonly #text: string;
  readonly #maxComments: number;
  #comments = 0;
  #key = "";
  /** What is read but not in the key yet is `text.slice(from, to)`. */
  #from = 0;
  #to = 0;
  /** Whether the last token is a name, a number or a string: of two in a row, a space divides the one from the other. */
  #endsWithWord = false;
  #depth = 0;
  /** What the next token at depth 0 is part of: `undefined` between definitions. */
  #definition: string | undefined;
  /** Whether the last token was the keyword of an operation. */
  #isBeforeName = false;
  #hasOperation = false;
  #operationName: string | undefined;
  /** Depth within the parentheses of the field whose arguments are read; 0 outside. */
  #argumentsDepth = 0;
  #isBehindAt = false;
  #isBehindDirective = false;
  #texts: LiftedText[] | undefined;

  constructor(text: string, maxComments: number) {
    this.#text = text;
    this.#maxComments = maxComments;
  }

  read(): DocumentShape | undefined {
    const text = this.#text;
    for (let at = 0; at < text.length;) {
      const kind = kindAt(text, at);
      if (kind === ignored) {
        at++;
        continue;
      }
      const end = this.#endOf(kind, at);
      if (end === nowhere) return undefined;
      if (kind !== comment) {
        const isTaken = kind === name ? this.#takeName(at, end) : this.#takeOther(kind, at, end);
        if (!isTaken) return undefined;
      }
      at = end;
    }
    if (!this.#hasOperation || this.#definition !== undefined) return undefined;
    const key = this.#key + text.slice(this.#from, this.#to);
    return { key, operationName: this.#operationName, texts: this.#texts ?? noTexts };
  }

  #endOf(kind: number, at: number): number {
    const text = this.#text;
    switch (kind) {
      case comment:
        return ++this.#comments > this.#maxComments ? nowhere : endOfComment(text, at);
      case name:
        return endOfName(text, at);
      case number:
        return endOfNumber(text, at);
      case string:
        return text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote
          ? endOfBlockString(text, at)
          : endOfString(text, at);
      case spread:
        return text.charCodeAt(at + 1) === dot && text.charCodeAt(at + 2) === dot ? at + 3 : nowhere;
      case mark:
      case open:
      case close:
        return at + 1;
      default:
        return nowhere;
    }
  }

  #takeName(start: number, end: number): boolean {
    this.#isBehindDirective = this.#isBehindAt;
    this.#isBehindAt = false;
    if (this.#isBeforeName) {
      this.#isBeforeName = false;
      this.#operationName = this.#text.slice(start, end);
      this.#replace(end);
      return true;
    }
    if (this.#definition === undefined && !this.#beginDefinition(this.#text.slice(start, end))) return false;
    this.#append(start, end, true);
    return true;
  }

  #beginDefinition(keyword: string): boolean {
    this.#definition = keyword;
    if (keyword === "fragment") return true;
    if (this.#hasOperation || keyword !== "query" && keyword !== "mutation") return false;
    this.#hasOperation = this.#isBeforeName = true;
    return true;
  }

  #takeOther(kind: number, start: number, end: number): boolean {
    this.#isBeforeName = false;
    if (this.#definition === undefined) {
      // A query may do without a keyword.
      if (kind !== open || this.#hasOperation) return false;
      this.#definition = "query";
      this.#hasOperation = true;
    }
    if (kind === open) this.#open(start);
    else if (kind === close && !this.#close(start)) return false;
    this.#isBehindDirective = false;
    this.#isBehindAt = kind === mark && this.#text.charCodeAt(start) === atSign;
    if (kind === string && this.#depth === this.#argumentsDepth && isPlainText(this.#text, start, end)) {
      (this.#texts ??= []).push({ start, value: this.#text.slice(start + 1, end - 1) });
      this.#replace(end);
    } else this.#append(start, end, kind === number || kind === string);
    return true;
  }

  #open(start: number): void {
    this.#depth++;
    // Only fields have arguments within a selection set, beside directives.
    if (this.#text.charCodeAt(start) !== openingParenthesis || this.#depth === 1 || this.#isBehindDirective) return;
    this.#argumentsDepth = this.#depth;
  }

  #close(start: number): boolean {
    if (this.#depth === this.#argumentsDepth) this.#argumentsDepth = 0;
    if (--this.#depth < 0) return false;
    if (this.#depth === 0 && this.#text.charCodeAt(start) === closingBrace) this.#definition = undefined;
    return true;
  }

  /** Puts the placeholder where a token stands that ends here. */
  #replace(end: number): void {
    this.#key += `${this.#text.slice(this.#from, this.#to)}${this.#endsWithWord ? " " : ""}${placeholder}`;
    this.#from = this.#to = end;
    this.#endsWithWord = true;
  }

  #append(start: number, end: number, isWord: boolean): void {
    const isDivided = isWord && this.#endsWithWord;
    // Most tokens stand in the text as they stand in the key.
    if (start !== this.#to || isDivided) {
      this.#key += this.#text.slice(this.#from, this.#to);
      if (isDivided) this.#key += " ";
      this.#from = start;
    }
    this.#to = end;
    this.#endsWithWord = isWord;
  }
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code]! : 0; // the table has 128 entries
}

/** Characters beyond those of the basic plane are left to graphql-js: halves of them are errors in a comment, too. */
function endOfComment(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
    if (code >= 0xd800 && code < 0xe000) return nowhere;
  }
  return text.length;
}

function endOfName(text: string, start: number): number {
  let at = start + 1;
  while (isNameCharacter(text.charCodeAt(at))) at++;
  return at;
}

/** Digits are kinds of numbers, as is a minus. */
function isNameCharacter(code: number): boolean {
  return code < 128 && (kinds[code] === name || kinds[code] === number && code !== minus);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function endOfNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === minus ? start + 1 : start;
  if (text.charCodeAt(at) === 48) at++;
  else if ((at = endOfDigits(text, at)) === nowhere) return nowhere;
  if (text.charCodeAt(at) === dot && (at = endOfDigits(text, at + 1)) === nowhere) return nowhere;
  if ((text.charCodeAt(at) | 32) === 101) {
    const sign = text.charCodeAt(++at);
    at = endOfDigits(text, sign === 43 || sign === minus ? at + 1 : at);
    if (at === nowhere) return nowhere;
  }
  const next = text.charCodeAt(at);
  return next === dot || isNameCharacter(next) ? nowhere : at;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at === start ? nowhere : at;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === 10 || code === 13) return nowhere;
    if (code === backslash) at++;
  }
  return nowhere;
}

/** Whether a string is in quotes, and has neither escapes nor characters that are refused somewhere. */
function isPlainText(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start + 1) === quote && end - start > 2) return false;
  for (let i = start + 1; i < end - 1; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === backslash || code >= 0xd800) return false;
  }
  return true;
}

function endOfBlockString(text: string, start: number): number {
  let end = text.indexOf('"""', start + 3);
  while (end > 0 && text.charCodeAt(end - 1) === backslash) end = text.indexOf('"""', end + 3);
  return end < 0 ? nowhere : end + 3;
}
