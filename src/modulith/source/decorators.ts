import { isWordCharacter, type SourceCursor } from "./source_cursor.ts";

const parentheses: Readonly<Record<string, number>> = { "(": 1, ")": -1 };

/**
 * Moves past blanks, comments and decorators: `@name`, `@some.name(…)` or `@(…)`.
 *
 * @param cursor before them; moved past them
 * @returns whether there was a decorator
 */
export function skipDecorators(cursor: SourceCursor): boolean {
  let found = false;
  while (cursor.take("@")) {
    found = true;
    while (isWordCharacter(cursor.code) || cursor.source[cursor.position] === ".") cursor.position++;
    if (cursor.source[cursor.position] === "(") skipParentheses(cursor);
  }
  return found;
}

/**
 * Moves past parentheses and their content.
 *
 * @param cursor at the opening parenthesis; moved past the closing one
 */
export function skipParentheses(cursor: SourceCursor): void {
  let depth = 0;
  do {
    const character = cursor.source[cursor.position]!;
    if (character === '"' || character === "'" || character === "`") cursor.skipString(character.charCodeAt(0));
    else if (character !== "/" || !cursor.skipComment()) {
      depth += parentheses[character] ?? 0;
      cursor.position++;
    }
  } while (depth > 0 && cursor.position < cursor.source.length);
}
