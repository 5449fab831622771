import { isWordCharacter, SourceCursor } from "./source_cursor.ts";
import type { FoundExport } from "./statement_reader.ts";

/** What the comment before an export says about it; the name `""` stands for an interface that is left unnamed. */
export type ExportTags = Pick<FoundExport, "internal" | "namedInterfaces">;

/** Where the last documentation comment stands. */
export interface DocumentationComment {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the tags of an export. Other comments and decorators may stand between the comment and the word.
 *
 * @param source the text
 * @param comment the last documentation comment before the word
 * @param offset of the word `export`
 */
export function tagsBefore(source: string, comment: DocumentationComment, offset: number): ExportTags {
  const text = source.slice(comment.start, comment.end);
  if (!text.includes("@") || !leadsTo(new DecoratorSkipper(source), comment.end, offset)) return {};
  const names = [...text.matchAll(/@namedInterface\b([^\n*]*)/g)].flatMap(([, found]) => namesIn(found!));
  return {
    ...(/@internal\b/.test(text) && { internal: true }),
    ...(names.length > 0 && { namedInterfaces: names }),
  };
}

function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return names.length === 0 ? [""] : names;
}

function leadsTo(skipper: DecoratorSkipper, start: number, end: number): boolean {
  skipper.position = start;
  do skipper.skipTrivia(); while (skipper.position < end && skipper.skipDecorator());
  return skipper.position === end;
}

const parentheses: Readonly<Record<string, number>> = { "(": 1, ")": -1 };

/** Moves past decorators. */
class DecoratorSkipper extends SourceCursor {
  /** Moves past `@name`, `@some.name(…)` or `@(…)`; tells whether one stood there. */
  skipDecorator(): boolean {
    if (!this.take("@")) return false;
    while (isWordCharacter(this.code) || this.source[this.position] === ".") this.position++;
    if (this.source[this.position] === "(") this.#skipParentheses();
    return true;
  }

  #skipParentheses(): void {
    let depth = 0;
    do {
      const character = this.source[this.position]!;
      if (character === '"' || character === "'" || character === "`") this.skipString(character.charCodeAt(0));
      else if (character !== "/" || !this.skipComment()) {
        depth += parentheses[character] ?? 0;
        this.position++;
      }
    } while (depth > 0 && this.position < this.source.length);
  }
}
