import type { SourceCursor } from "./source_cursor.ts";

/** The lexer, as far as the readers of JSX elements know it. */
export interface ElementLexer extends SourceCursor {
  /** Reads the element at the position; `false` where there is none. */
  readElement(): boolean;
  /** Reads the code in braces at the position; `false` where there is none. */
  readEmbedded(): boolean;
  /** Skips the type arguments at the position; `false` where they have no end. */
  skipTypeArguments(): boolean;
  /** Notes where the lexer stands, and returns what brings it back there. */
  checkpoint(): () => void;
}
