import { skipQuoted } from "./quoted_text.ts";
import type { SourceCursor } from "./source_cursor.ts";

const opening = "([{<";
const closing = ")]}>";

/** Characters that do not occur in type arguments. */
export const foreignToArguments = ";+*%/=";

/** An open bracket and its offset. */
interface OpenBracket {
  readonly character: string;
  readonly position: number;
}

/**
 * Finds the ends of type lists, whose commas do not separate declarators: `Map<string, number>`, `<T, U>(x: T) => U`.
 */
export class TypeLists {
  readonly #cursor: SourceCursor;
  /** Offsets of `<` that are known to open no list, by the excluded characters, so that each text is read once. */
  readonly #operators = new Map<string, Set<number>>();

  /** @param cursor in the text */
  constructor(cursor: SourceCursor) {
    this.#cursor = cursor;
  }

  /**
   * Finds the end of the list that begins at the cursor, which is not moved.
   *
   * @param foreign characters that do not occur in such a list
   * @returns the offset of its `>`, or of the `<` if that is an operator
   */
  endAt(foreign: string): number {
    const start = this.#cursor.position;
    const operators = this.#operators.get(foreign) ?? new Set();
    this.#operators.set(foreign, operators);
    const end = operators.has(start) ? undefined : this.#matchingEnd(foreign, operators);
    this.#cursor.position = start;
    return end ?? start;
  }

  /** If the search fails, it would also fail for every bracket that is open then, so those are recorded too. */
  #matchingEnd(foreign: string, operators: Set<number>): number | undefined {
    const cursor = this.#cursor;
    const { source } = cursor;
    const open: OpenBracket[] = [];
    for (; cursor.position < source.length; cursor.position++) {
      skipQuoted(cursor);
      const { position } = cursor;
      const character = source[position] ?? "";
      if (source.startsWith("=>", position)) cursor.position++;
      else if (character !== "" && opening.includes(character)) open.push({ character, position });
      else if (character !== "" && closing.includes(character)) {
        if (open.at(-1)!.character !== opening[closing.indexOf(character)]) break;
        open.pop();
        if (open.length === 0) return position;
      } else if (open.at(-1)!.character === "<" && foreign.includes(character)) break;
    }
    for (const { character, position } of open) if (character === "<") operators.add(position);
    return undefined;
  }
}
