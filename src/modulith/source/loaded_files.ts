import type { SourceCursor } from "./source_cursor.ts";
import type { Findings } from "./statement_reader.ts";

/**
 * Reads what is loaded by `new Worker(new URL("x", import.meta.url))`. Nothing is taken from it: workers are talked to.
 *
 * @param cursor stands behind the word `Worker`; not moved, since arguments are code
 * @param found collects
 * @param offset of the word
 */
export function readWorker(cursor: SourceCursor, found: Findings, offset: number): void {
  const start = cursor.position;
  const hasUrl = cursor.take("(") && cursor.takeWord("new") && cursor.takeWord("URL") && cursor.take("(");
  const specifier = hasUrl ? cursor.stringLiteral() : undefined;
  const isBesideFile = cursor.take(",") && cursor.takeWord("import") && cursor.take(".") && cursor.takeWord("meta") &&
    cursor.take(".") && cursor.takeWord("url");
  cursor.position = start;
  if (specifier === undefined || !isBesideFile) return;
  found.references.push({ specifier: asRelative(specifier), kind: "dynamic", typeOnly: false, names: [], offset });
}

/** `new URL("x", base)` lies beside the base, as `"./x"` does for an import. */
function asRelative(specifier: string): string {
  return /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier) ? specifier : `./${specifier}`;
}

/**
 * Reads what `require("x")` loads.
 *
 * @param cursor stands behind the word `require`; not moved
 * @param found collects
 * @param offset of the word
 */
export function readRequireCall(cursor: SourceCursor, found: Findings, offset: number): void {
  const start = cursor.position;
  const specifier = cursor.take("(") ? cursor.stringLiteral() : undefined;
  const isWhole = specifier !== undefined && cursor.take(")");
  cursor.position = start;
  if (isWhole) found.references.push({ specifier, kind: "import", typeOnly: false, names: ["*"], offset });
}
