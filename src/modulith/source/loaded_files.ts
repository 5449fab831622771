import type { SourceCursor } from "./source_cursor.ts";
import type { Findings } from "./statement_reader.ts";

/**
 * Tells whether a word may load files.
 *
 * @param source the text
 * @param start of the word
 * @param end of the word
 */
export function loaderAt(source: string, start: number, end: number): "Worker" | "require" | undefined {
  const length = end - start;
  if (length === 7) return source.startsWith("require", start) ? "require" : undefined;
  if (length !== 6 && length !== 12) return undefined;
  return source.startsWith(length === 6 ? "Worker" : "SharedWorker", start) ? "Worker" : undefined;
}

/**
 * Reads what is loaded by `new Worker(new URL("x", import.meta.url))`. Nothing is taken from it: workers are talked to.
 * What is made from `import.meta.resolve("x")` or from a string is read, or left out, as such.
 *
 * @param cursor stands behind the word `Worker`; not moved, since arguments are code
 * @param found collects
 * @param offset of the word
 */
export function readWorker(cursor: SourceCursor, found: Findings, offset: number): void {
  const start = cursor.position;
  if (cursor.take("(")) readWorkerFile(cursor, found, offset);
  cursor.position = start;
}

function readWorkerFile(cursor: SourceCursor, found: Findings, offset: number): void {
  const hasUrl = takeWords(cursor, ["new", "URL"]) && cursor.take("(");
  const specifier = cursor.stringLiteral();
  if (hasUrl && specifier !== undefined && cursor.take(",") && isUrlOfFile(cursor)) {
    found.references.push({ specifier: asRelative(specifier), kind: "dynamic", typeOnly: false, names: [], offset });
  } else if (hasUrl ? specifier === undefined || !cursor.take(")") : specifier === undefined) {
    if (resolvedSpecifier(cursor) === undefined) found.computed.push(offset);
  }
}

function isUrlOfFile(cursor: SourceCursor): boolean {
  return cursor.takeWord("import") && cursor.take(".") && cursor.takeWord("meta") && cursor.take(".") &&
    cursor.takeWord("url");
}

function takeWords(cursor: SourceCursor, words: readonly string[]): boolean {
  const start = cursor.position;
  if (words.every((word) => cursor.takeWord(word))) return true;
  cursor.position = start;
  return false;
}

/**
 * Reads `import.meta.resolve("x")`.
 *
 * @param cursor moved behind it, where it stands there
 * @returns the specifier, or `undefined`
 */
export function resolvedSpecifier(cursor: SourceCursor): string | undefined {
  const start = cursor.position;
  if (cursor.takeWord("import") && cursor.take(".")) {
    const specifier = resolvedByMeta(cursor);
    if (specifier !== undefined) return specifier;
  }
  cursor.position = start;
  return undefined;
}

/**
 * Reads `meta.resolve("x")`, what follows `import.`.
 *
 * @param cursor moved, behind it where it stands there
 * @returns the specifier, or `undefined`
 */
export function resolvedByMeta(cursor: SourceCursor): string | undefined {
  const isCall = cursor.takeWord("meta") && cursor.take(".") && cursor.takeWord("resolve") && cursor.take("(");
  const specifier = isCall ? cursor.stringLiteral() : undefined;
  if (specifier === undefined) return undefined;
  cursor.take(",");
  return cursor.take(")") ? specifier : undefined;
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
  const isComputed = !isWhole && cursor.position > start;
  cursor.position = start;
  if (isComputed) found.computed.push(offset);
  if (isWhole) found.references.push({ specifier, kind: "import", typeOnly: false, names: ["*"], offset });
}
