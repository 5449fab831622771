import type { SourceCursor } from "./source_cursor.ts";
import type { Findings } from "./statement_reader.ts";

/**
 * Returns the loader that a word names, if any.
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
 * Reads the file of `new Worker(new URL("x", import.meta.url))`. It imports no names, as workers exchange messages.
 * `import.meta.resolve("x")` is read as a reference itself; a plain string is ignored.
 *
 * @param cursor after the word `Worker`; not moved, as the arguments are read as code
 * @param found collects the results
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
 * @param cursor moved past it, if it is there
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
 * Reads `meta.resolve("x")` after `import.`.
 *
 * @param cursor moved, past it if it is there
 * @returns the specifier, or `undefined`
 */
export function resolvedByMeta(cursor: SourceCursor): string | undefined {
  const isCall = cursor.takeWord("meta") && cursor.take(".") && cursor.takeWord("resolve") && cursor.take("(");
  const specifier = isCall ? cursor.stringLiteral() : undefined;
  if (specifier === undefined) return undefined;
  cursor.take(",");
  return cursor.take(")") ? specifier : undefined;
}

/** Converts `"x"` to `"./x"`, as `new URL("x", base)` is relative to the base. */
function asRelative(specifier: string): string {
  return /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier) ? specifier : `./${specifier}`;
}

/**
 * Reads the file that `require("x")` loads.
 *
 * @param cursor after the word `require`; not moved
 * @param found collects the results
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
