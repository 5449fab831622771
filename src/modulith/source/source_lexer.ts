import { beginsStatement, declaratorNames } from "./declarator_names.ts";
import { readExport } from "./export_statement.ts";
import { Comments } from "./comments.ts";
import type { ExportTags } from "./documentation_tags.ts";
import { tagsBefore } from "./export_tags.ts";
import { readImport } from "./import_statement.ts";
import { Elements, UnclosedError } from "./elements.ts";
import { loaderAt, readRequireCall, readWorker } from "./loaded_files.ts";
import { readMention } from "./mentions.ts";
import { PendingCalls } from "./pending_calls.ts";
import { RegularExpressions } from "./regular_expressions.ts";
import { isWordCharacter, SourceCursor } from "./source_cursor.ts";
import type { Findings } from "./statement_reader.ts";
import { expectsOperand, hasCondition, mayOpenElement, opensExpression, type Token } from "./token_context.ts";
import { foreignToArguments, TypeLists } from "./type_lists.ts";

const BANG = 33, DOUBLE_QUOTE = 34, HASH = 35, DOLLAR = 36, SINGLE_QUOTE = 39, PAREN_OPEN = 40, PAREN_CLOSE = 41;
const PLUS = 43, COMMA = 44, MINUS = 45, DOT = 46, SLASH = 47, COLON = 58, SEMICOLON = 59;
const LESS = 60, EQUALS = 61, GREATER = 62, BRACKET_OPEN = 91, BACKSLASH = 92, BRACKET_CLOSE = 93, BACKTICK = 96;
const BRACE_OPEN = 123, BRACE_CLOSE = 125;

/** Scans the text of a file. */
export class SourceLexer extends SourceCursor {
  readonly #jsx: boolean;
  readonly #isCommonJs: boolean;
  readonly #watch: string | undefined;
  readonly #found: Findings = {
    references: [],
    exports: [],
    bindings: new Map(),
    tagged: [],
    watched: [],
    computed: [],
    mentions: [],
  };
  /** For each open parenthesis, whether a statement follows it; for each open brace, whether it opens an expression. */
  readonly #open: boolean[] = [];
  /** Number of these outside of the embedded code that is being read, which can't close them. */
  #outer = 0;
  readonly #elements = new Elements(this);
  readonly #pending = new PendingCalls(this, this.#found.computed);
  readonly #comments: Comments;
  /** Tags of the exported variables being read, and the bracket depth at which commas separate their declarators. */
  #variables: { readonly tags: ExportTags; readonly brackets: number } | undefined;
  #brackets = 0;
  #endOfTypes = 0;
  readonly #regularExpressions = new RegularExpressions(this);
  readonly #typeLists = new TypeLists(this);
  #last: Token = "start";
  /** Offset of the last token that is neither a word nor a string. */
  #lastOperator = 0;
  #wordStart = 0;
  #wordEnd = 0;

  /**
   * @param source the text
   * @param options `path`: the file's name, whose extension determines whether `<` may open an element and whether
   *   `require` loads files; `watch`: a word whose offsets are collected
   */
  constructor(source: string, options: { readonly path: string; readonly watch?: string }) {
    super(source);
    this.#jsx = options.path.endsWith("x");
    this.#isCommonJs = /\.c[jt]s$/.test(options.path);
    this.#watch = options.watch;
    this.#comments = new Comments(source, options.path, this.#found);
  }

  /** Reads the whole text. */
  read(): Findings {
    if (this.source.startsWith("#!")) this.position = this.lineEnds.after(0);
    while (this.position < this.source.length) {
      this.readCode();
      this.position++; // an unmatched closing brace
    }
    return this.#found;
  }

  /** Reads code up to the end of the text or a closing brace that was not opened here. */
  readCode(): void {
    const { source } = this;
    const depth = this.#open.length;
    const outer = this.#outer;
    this.#outer = depth;
    while (this.position < source.length) {
      const code = source.charCodeAt(this.position);
      if (code <= 32) this.position++;
      else if (isWordCharacter(code)) this.#readWord(code);
      else if (code > 127) this.position++; // a blank
      else if (code === BRACE_CLOSE && this.#open.length === depth) break;
      else this.#readPunctuation(code);
    }
    this.#outer = outer;
  }

  #readWord(first: number): void {
    const start = this.position;
    const { source } = this;
    let at = start + 1;
    while (isWordCharacter(source.charCodeAt(at))) at++;
    this.position = at;
    const last = this.#last;
    if (last === "dot") {
      this.#watchFor(start);
      this.#last = "property";
      return;
    }
    if (this.#variables !== undefined && this.#mayEndStatement() && beginsStatement(source, start)) {
      this.#variables = undefined;
    }
    if (at - start === 6 && (first === 105 || first === 101)) {
      const { length } = this.#found.references;
      if (source.startsWith("import", start)) this.#readImport(start);
      else if (source.startsWith("export", start)) this.#readExport(start);
      this.#comments.addTypes(start, length);
    } else this.#readName(start);
    if (this.position !== at) this.#last = this.#lastOfStatement();
    else this.#last = this.#isNameOf(start) ? "operand" : "word";
    this.#wordStart = start;
    this.#wordEnd = at;
  }

  /** Whether "of" is a name: it is, unless a name precedes it in the head of a loop. */
  #isNameOf(start: number): boolean {
    const { source } = this;
    if (this.position - start !== 2 || !source.startsWith("of", start)) return false;
    const isBehindName = this.#last === "block"
      ? source.slice(Math.max(0, start - 200), start).trimEnd().endsWith("}")
      : !this.#expectsOperand();
    return this.#open.at(-1) !== true || !isBehindName;
  }

  /** Reads a word that begins no import or export; the position is after it. */
  #readName(start: number): void {
    const loader = loaderAt(this.source, start, this.position);
    if (loader === "require" && this.#isCommonJs) readRequireCall(this, this.#found, start);
    else if (loader === "Worker" && this.#textOfLast() === "new") readWorker(this, this.#found, start);
    this.#watchFor(start);
  }

  #watchFor(start: number): void {
    readMention(this, start, this.#found.mentions);
    if (this.#watch === undefined || this.source.slice(start, this.position) !== this.#watch) return;
    this.#found.watched.push(start);
  }

  /**
   * The last token after an import or export: an expression follows `default`, a statement follows a specifier or list.
   */
  #lastOfStatement(): Token {
    if (this.source.startsWith("default", this.position - 7)) return "operator";
    return /["'`}]/.test(this.source[this.position - 1]!) ? "block" : "operand";
  }

  #readImport(offset: number): void {
    const afterTypeof = this.#last === "word" && this.#lastWord() === "typeof";
    const { position } = this;
    readImport(this, this.#found, { offset, afterTypeof });
    if (this.position !== position) return;
    const isCall = this.take("(") && !this.take(")");
    this.position = position;
    if (isCall) this.#pending.add({ offset, depth: this.#open.length, mayBeMethod: this.#mayBeginMember() });
  }

  #mayBeginMember(): boolean {
    return this.#last !== "operator" || this.source[this.#lastOperator] === ",";
  }

  #readExport(offset: number): void {
    const { exports } = this.#found;
    const known = exports.length;
    const isWithin = this.#open.length > 0 || this.#brackets > 0;
    const tags = isWithin ? {} : tagsBefore(this.source, this.#comments.last, offset);
    const isOfVariables = readExport(this, this.#found, { offset, tags, isWithin });
    if (isWithin) exports.length = known; // exports of a namespace are not exports of the file
    else this.#variables = isOfVariables ? { tags, brackets: this.#brackets } : undefined;
  }

  /** Whether a comma at this position separates declarators of exported variables. */
  #isAmongVariables(): boolean {
    return this.#variables?.brackets === this.#brackets && this.#open.length === 0 && this.position > this.#endOfTypes;
  }

  #readComma(): void {
    const isAmongVariables = this.#isAmongVariables();
    this.#step("operator");
    if (!isAmongVariables) return;
    for (const name of declaratorNames(this)) this.#found.exports.push({ name, ...this.#variables!.tags });
  }

  #mayEndStatement(): boolean {
    return this.#open.length === 0 && this.#last !== "operator" && this.#last !== "arrow";
  }

  #readPunctuation(code: number): void {
    switch (code) {
      case SLASH:
        return this.#readSlash();
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE:
        this.skipString(code);
        this.#last = "operand";
        return;
      case BACKTICK:
        return this.#readTemplate();
      case PAREN_OPEN:
        this.#open.push(this.#last === "word" && hasCondition(this.#lastWord()));
        return this.#step("operator");
      case PAREN_CLOSE:
        this.#step(this.#close() ? "block" : "operand"); // a statement follows a condition
        return this.#pending.settle(this.#open.length);
      case BRACE_OPEN:
        this.#open.push(opensExpression(this.#last, this.#textOfLast()));
        return this.#step("block");
      case BRACE_CLOSE:
        return this.#step(this.#close() ? "operand" : "block");
      case BRACKET_OPEN:
        this.#brackets++;
        return this.#step("operator");
      case BRACKET_CLOSE:
        this.#brackets--;
        return this.#step("operand");
      case COMMA:
        return this.#readComma();
      default:
        this.#readOperator(code);
    }
  }

  #readOperator(code: number): void {
    const { source, position } = this;
    if (code === DOT) {
      const spread = source.startsWith("...", position);
      this.position += spread ? 3 : 1;
      this.#last = spread ? "operator" : this.#endsNumber(position) ? "operand" : "dot";
    } else if (code === HASH) this.#step("dot"); // a private name, never a keyword
    else if (code === LESS && this.#tryElement()) this.#last = "operand";
    else if (code === LESS) {
      // Type parameters may have defaults, type arguments have none: x < y, z = 1 > 0.
      const foreign = this.#expectsOperand() ? ";+*%/" : foreignToArguments;
      if (this.#isAmongVariables()) this.#endOfTypes = this.#typeLists.endAt(foreign);
      this.#step("operator");
    } else if (code === GREATER) this.#step(source.charCodeAt(position - 1) === EQUALS ? "arrow" : "operator");
    else if ((code === PLUS || code === MINUS) && source.charCodeAt(position + 1) === code) {
      this.position += 2; // postfix operator: a++ / b
    } else if (code === BANG && !this.#expectsOperand()) {
      this.position++; // TypeScript's non-null assertion: a! / b
      if (this.code === EQUALS) this.#last = "operator";
    } // A brace after ";" or "case x:" opens a block. One after "a:" is read as a block too, as objects are not divided.
    else this.#step(code === COLON || code === SEMICOLON ? "block" : "operator");
    if (code === SEMICOLON && this.#open.length === 0) this.#variables = undefined;
  }

  #tryElement(): boolean {
    return this.#jsx && mayOpenElement(this.#last, this.#textOfLast()) && this.#elements.tryAt();
  }

  /** Reads an element within an element; returns `false` if there is none. */
  readElement(): boolean {
    return this.nested(() => this.#elements.read());
  }

  /** Moves past the type arguments at `<`; returns whether they are closed. */
  skipTypeArguments(): boolean {
    const end = this.#typeLists.endAt(foreignToArguments);
    if (end === this.position) return false;
    this.position = end + 1;
    return true;
  }

  /** Saves the state of the lexer, and returns a function that restores it. */
  checkpoint(): () => void {
    const { position } = this;
    const found = Object.values(this.#found).filter((each) => Array.isArray(each));
    const lists: readonly unknown[][] = [this.#open, this.#pending.calls, ...found];
    const lengths = lists.map(({ length }) => length);
    const state = [this.#last, this.#wordStart, this.#wordEnd, this.#comments.last, this.#variables] as const;
    const [brackets, endOfTypes, outer] = [this.#brackets, this.#endOfTypes, this.#outer];
    return () => {
      this.position = position;
      for (const [at, list] of lists.entries()) list.length = lengths[at]!;
      [this.#last, this.#wordStart, this.#wordEnd, this.#comments.last, this.#variables] = state;
      [this.#brackets, this.#endOfTypes, this.#outer] = [brackets, endOfTypes, outer];
    };
  }

  /** Closes the last open parenthesis or brace, and returns its entry of `#open`. */
  #close(): boolean {
    return this.#open.length > this.#outer && this.#open.pop() === true;
  }

  /** Whether a dot belongs to the number before it: `1. / 2`. */
  #endsNumber(position: number): boolean {
    return this.#last === "word" && this.#wordEnd === position && /^[\d_]+$/.test(this.#lastWord());
  }

  #step(last: Token): void {
    this.#lastOperator = this.position++;
    this.#last = last;
  }

  #readSlash(): void {
    const start = this.position;
    if (this.skipComment()) {
      this.#comments.read({ start, end: this.position }, this.#last === "start", this.#open.length === 0);
    } else if (this.#expectsOperand() && this.#regularExpressions.skip()) this.#last = "operand";
    else this.#step("operator");
  }

  #readTemplate(): void {
    const { source } = this;
    this.position++;
    while (this.position < source.length) {
      const code = this.code;
      this.position++;
      if (code === BACKSLASH) this.position++;
      else if (code === BACKTICK) break;
      else if (code === DOLLAR && this.code === BRACE_OPEN) this.readEmbedded();
    }
    this.#last = "operand";
  }

  /** Reads code in braces within a template or JSX, from the opening brace; returns whether they are closed. */
  readEmbedded(): boolean {
    this.position++;
    this.#last = "operator";
    this.#open.push(false);
    this.nested(() => this.readCode());
    this.#open.pop();
    if (this.position >= this.source.length && this.#elements.isReading) throw new UnclosedError();
    return this.source.charCodeAt(this.position++) === BRACE_CLOSE;
  }

  #lastWord(): string {
    return this.source.slice(this.#wordStart, this.#wordEnd);
  }

  /** Whether an operand may follow, so that `/` opens a regular expression. */
  #expectsOperand(): boolean {
    return expectsOperand(this.#last, this.#textOfLast());
  }

  /** The last token's text, if that is a word. */
  #textOfLast(): string {
    return this.#last === "word" ? this.#lastWord() : "";
  }
}
