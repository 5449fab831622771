import type { SourceCursor } from "./source_cursor.ts";

/** The lexer's interface for the readers of JSX elements. */
export interface ElementLexer extends SourceCursor {
  /** Reads the element at the position; returns `false` if there is none. */
  readElement(): boolean;
  /** Reads the code in braces at the position; returns `false` if there is none. */
  readEmbedded(): boolean;
  /** Skips the type arguments at the position; returns `false` if they are not closed. */
  skipTypeArguments(): boolean;
  /** Saves the state of the lexer, and returns a function that restores it. */
  checkpoint(): () => void;
}
