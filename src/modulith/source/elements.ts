import { type AngleBracket, classifyAngleBracket, readElement } from "./jsx.ts";
import { NestingError } from "./source_cursor.ts";
import type { ElementLexer } from "./element_lexer.ts";
import { isBehindOperand } from "./token_context.ts";

/** Thrown where code in braces within an element reaches the end of the text, and so does all that is around it. */
export class UnclosedError extends Error {
  override readonly name = "UnclosedError";
}

/** Finds out which `<` open elements of JSX: each place is tried once. */
export class Elements {
  readonly #lexer: ElementLexer;
  #isReading = false;
  /** Places of `<` that open no element. */
  readonly #notElements = new Set<number>();

  /** @param lexer reads code within elements */
  constructor(lexer: ElementLexer) {
    this.#lexer = lexer;
  }

  /** Whether the lexer is within an element. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Reads the element at `<`; `false`, without having moved, where `<` opens none. */
  tryAt(): boolean {
    const opens = classifyAngleBracket(this.#lexer);
    if (opens === "operator" || opens === "type parameters") return false;
    if (this.#isReading) return this.#isElement(opens);
    const restore = this.#lexer.checkpoint(); // the outermost element goes back for all that is in it: each is read once
    this.#isReading = true;
    try {
      if (this.#isElement(opens)) return true;
    } catch (error) {
      // What never closes, or nests for ever, is no element: types may look like that.
      const isType = error instanceof NestingError && opens === "either";
      if (!isType && !(error instanceof UnclosedError)) throw error;
    } finally {
      this.#isReading = false;
    }
    restore();
    return false;
  }

  /** Reads the element at the position; `false` where there is none. */
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
    // Only code in braces counts how deeply it is nested.
    if (this.read() && (opens === "element" || isBehindOperand(source, this.#lexer.position))) return true;
    restore();
    return false;
  }
}
