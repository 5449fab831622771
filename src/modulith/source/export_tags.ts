import { skipDecorators } from "./decorators.ts";
import { type DocumentationComment, type ExportTags, mayHoldTags, tagsIn } from "./documentation_tags.ts";
import { readDeclaredNames } from "./export_statement.ts";
import { SourceCursor } from "./source_cursor.ts";

/**
 * Reads the tags of an export. Other comments and decorators may occur between the comment and the word.
 *
 * @param source the text
 * @param comment the last documentation comment before the word
 * @param offset of the word `export`
 */
export function tagsBefore(source: string, comment: DocumentationComment, offset: number): ExportTags {
  const text = source.slice(comment.start, comment.end);
  return mayHoldTags(text) && behind(source, comment).position === offset ? tagsIn(text) : {};
}

/**
 * Reads the tags of declarations that are exported elsewhere in the file: `class A {} … export { A }`.
 *
 * @param source the text
 * @param comments documentation comments outside of all braces
 * @returns tags by the names of the declarations after them
 */
export function tagsOfDeclarations(
  source: string,
  comments: readonly DocumentationComment[],
): ReadonlyMap<string, ExportTags> {
  const found = new Map<string, ExportTags>();
  for (const comment of comments) {
    const cursor = behind(source, comment);
    // Only the last comment before a declaration applies.
    if (source.slice(comment.end, cursor.position).includes("/**")) continue;
    const tags = tagsIn(source.slice(comment.start, comment.end));
    for (const { name } of readDeclaredNames(cursor)) found.set(name, { ...found.get(name), ...tags });
  }
  return found;
}

function behind(source: string, { end }: DocumentationComment): SourceCursor {
  const cursor = new SourceCursor(source);
  cursor.position = end;
  skipDecorators(cursor);
  return cursor;
}
