import { type AngleBracket, classifyAngleBracket, readElement } from "./jsx.ts";
import { NestingError } from "./source_cursor.ts";
import type { ElementLexer } from "./element_lexer.ts";
import { isBehindOperand } from "./token_context.ts";

/** Thrown when code in braces within an element reaches the end of the text, so the enclosing elements do too. */
export class UnclosedError extends Error {
  override readonly name = "UnclosedError";
}

/** Finds out which `<` open JSX elements; each position is tried once. */
export class Elements {
  readonly #lexer: ElementLexer;
  #isReading = false;
  /** Offsets of `<` that open no element. */
  readonly #notElements = new Set<number>();

  /** @param lexer reads code within elements */
  constructor(lexer: ElementLexer) {
    this.#lexer = lexer;
  }

  /** Whether the lexer is within an element. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Reads the element at `<`; returns `false` without moving if there is none. */
  tryAt(): boolean {
    const opens = classifyAngleBracket(this.#lexer);
    if (opens === "operator" || opens === "type parameters") return false;
    if (this.#isReading) return this.#isElement(opens);
    const restore = this.#lexer.checkpoint(); // only the outermost element backtracks, so that each position is read once
    this.#isReading = true;
    try {
      if (this.#isElement(opens)) return true;
    } catch (error) {
      // An element that is never closed, or is nested too deeply, is a type that looks like an element.
      const isType = error instanceof NestingError && opens === "either";
      if (!isType && !(error instanceof UnclosedError)) throw error;
    } finally {
      this.#isReading = false;
    }
    restore();
    return false;
  }

  /** Reads the element at the position; returns `false` if there is none. */
  read(): boolean {
    const start = this.#lexer.position;
    if (this.#notElements.has(start)) return false;
    this.#notElements.add(start); // until its end is found
    const isElement = readElement(this.#lexer);
    if (isElement) this.#notElements.delete(start);
    return isElement;
  }

  #isElement(opens: AngleBracket): boolean {
    const { source } = this.#lexer;
    const restore = this.#lexer.checkpoint();
    // The nesting depth counts only code in braces.
    if (this.read() && (opens === "element" || isBehindOperand(source, this.#lexer.position))) return true;
    restore();
    return false;
  }
}
