import { type DocumentNode, Kind, visit } from "../../../../deps.ts";

const names: readonly string[] = ["defer", "stream"];

/** Declares `@defer` and `@stream`. */
export const incrementalDirectives = `
directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
`;

/**
 * Removes `@defer` and `@stream` from a document.
 *
 * @param document a valid document
 * @returns another document, or the same one when it has neither
 */
export function withoutIncrementalDirectives(document: DocumentNode): DocumentNode {
  // Names stand in a text as they are, so most texts say at once that there is nothing to look for.
  const text = document.loc?.source.body;
  if (text !== undefined && !names.some((name) => text.includes(name))) return document;
  return visit(document, { [Kind.DIRECTIVE]: (node) => names.includes(node.name.value) ? null : undefined });
}
