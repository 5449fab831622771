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
