import type { SourceExport } from "./source_facts.ts";

/** Where a documentation comment stands. */
export interface DocumentationComment {
  readonly start: number;
  readonly end: number;
}

/** What the comment before an export says about it; the name `""` stands for an interface that is left unnamed. */
export type ExportTags = Pick<SourceExport, "internal" | "namedInterfaces">;

/** Whether a text holds what may be a tag. */
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
 * Reads what a file says about its module: the first paragraph of the comment with `@module` that it begins with.
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
