import type { SourceExport } from "./source_facts.ts";

/** The position of a documentation comment. */
export interface DocumentationComment {
  readonly start: number;
  readonly end: number;
}

/** The tags of the comment before an export; the name `""` means that the folder names the interface. */
export type ExportTags = Pick<SourceExport, "internal" | "namedInterfaces">;

/** Whether a text may contain a tag. */
export function mayHoldTags(text: string): boolean {
  return text.includes("@internal") || text.includes("@namedInterface");
}

/**
 * Reads the tags in a documentation comment.
 *
 * @param text of the comment
 */
export function tagsIn(text: string): ExportTags {
  const names = [...text.matchAll(/@namedInterface\b([^\r\n\u2028\u2029*]*)/g)].flatMap(([, found]) => namesIn(found!));
  return {
    ...(/@internal\b/.test(text) && { internal: true }),
    ...(names.length > 0 && { namedInterfaces: names }),
  };
}

function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return names.length === 0 ? [""] : names;
}

/**
 * Reads a file's description of its module: the first paragraph of its leading comment with `@module`.
 *
 * @param source the text
 */
export function moduleDescription(source: string): string | undefined {
  if (!source.startsWith("/**")) return undefined;
  const comment = source.slice(3, source.indexOf("*/"));
  if (!comment.includes("@module")) return undefined;
  const lines = comment.split(/[\r\n\u2028\u2029]/).map((line) => line.trim().replace(/^\*/, "").trim());
  const start = lines.findIndex((line) => line !== "");
  const end = lines.findIndex((line, at) => at > start && (line === "" || line.startsWith("@")));
  const text = lines.slice(start, end < 0 ? lines.length : end).join(" ");
  return text.startsWith("@") ? undefined : text;
}
