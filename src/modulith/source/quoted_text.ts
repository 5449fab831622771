import type { SourceCursor } from "./source_cursor.ts";

/**
 * Moves past strings and comments.
 *
 * @param cursor before them; moved past them
 */
export function skipQuoted(cursor: SourceCursor): void {
  for (;;) {
    const character = cursor.source[cursor.position] ?? "";
    if (character === '"' || character === "'" || character === "`") cursor.skipString(character.charCodeAt(0));
    else if (character !== "/" || !cursor.skipComment()) return;
  }
}
