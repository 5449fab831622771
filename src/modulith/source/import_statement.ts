import { skipParentheses } from "./decorators.ts";
import { resolvedByMeta, resolvedSpecifier } from "./loaded_files.ts";
import type { SourceCursor } from "./source_cursor.ts";
import { typesNamedBy } from "./type_comments.ts";
import { allTypeOnly, type Binding, type Findings, readFrom, readSpecifiers } from "./statement_reader.ts";

/** The import clause: the part between `import` and `from`. */
interface Clause {
  readonly typeOnly: boolean;
  /** Imported names by local name. */
  readonly locals: ReadonlyMap<string, string>;
}

/**
 * Reads the text after the word `import`, and records it if it is an import.
 *
 * @param cursor directly after the word; moved past the text that was read
 * @param found collects the results
 * @param context offset of the word, and whether `typeof` precedes it
 */
export function readImport(
  cursor: SourceCursor,
  found: Findings,
  context: { readonly offset: number; readonly afterTypeof: boolean },
): void {
  const start = cursor.position;
  if (!readAny(cursor, found, context)) cursor.position = start;
}

function readAny(
  cursor: SourceCursor,
  found: Findings,
  { offset, afterTypeof }: { readonly offset: number; readonly afterTypeof: boolean },
): boolean {
  if (cursor.take("(")) return readCall(cursor, found, { offset, afterTypeof });
  if (cursor.take(".")) return readPhaseCall(cursor, found, offset);
  const specifier = cursor.stringLiteral();
  if (specifier !== undefined) {
    found.references.push({ specifier, kind: "import", typeOnly: false, names: [], offset });
    return true;
  }
  return readRequire(cursor, found, offset) || readDeclaration(cursor, found, offset);
}

/** `import("x")` as an expression, or `import("x").T` as a type: a property that promises don't have means a type. */
function readCall(
  cursor: SourceCursor,
  found: Findings,
  { offset, afterTypeof }: { readonly offset: number; readonly afterTypeof: boolean },
): boolean {
  const opening = cursor.position - 1;
  cursor.skipTrivia();
  const comment = cursor.source.slice(opening + 1, cursor.position);
  const specifier = cursor.stringLiteral() ?? resolvedSpecifier(cursor);
  if (specifier === undefined) return false;
  if (!cursor.take(")")) {
    // The argument is computed: `import("./pages/" + name)`.
    if (!cursor.take(",")) return false;
    cursor.position = opening;
    skipParentheses(cursor);
  }
  const name = memberName(cursor);
  const typeOnly = afterTypeof || name !== "";
  const names = [name === "" ? "*" : name];
  const types = typesNamedBy(comment);
  if (types !== undefined) found.references.push({ specifier: types, kind: "type", typeOnly: true, names, offset });
  found.references.push({ specifier, kind: typeOnly ? "type" : "dynamic", typeOnly, names, offset });
  return true;
}

function memberName(cursor: SourceCursor): string {
  const start = cursor.position;
  if (cursor.take(".")) {
    cursor.skipTrivia();
    const name = cursor.word();
    if (name !== "then" && name !== "catch" && name !== "finally") return name;
  }
  cursor.position = start;
  return "";
}

/** `import.defer("x")`, `import.source("x")` and `import.meta.resolve("x")`; `import.meta` alone is no import. */
function readPhaseCall(cursor: SourceCursor, found: Findings, offset: number): boolean {
  const specifier = resolvedByMeta(cursor);
  if (specifier !== undefined) {
    found.references.push({ specifier, kind: "dynamic", typeOnly: false, names: [], offset });
    return true;
  }
  if (!cursor.takeWord("defer") && !cursor.takeWord("source")) return false;
  return cursor.take("(") && readCall(cursor, found, { offset, afterTypeof: false });
}

/**
 * Reads `x = require("x")`, with or without `type`.
 *
 * @param cursor after `import`; moved past the text that was read
 * @param found collects the results
 * @param offset of the statement
 */
export function readRequire(cursor: SourceCursor, found: Findings, offset: number): boolean {
  const start = cursor.position;
  for (const typeOnly of [false, true]) {
    cursor.position = start;
    if (typeOnly && !cursor.takeWord("type")) return false;
    cursor.skipTrivia();
    const local = cursor.word();
    if (local === "" || !cursor.take("=") || !cursor.takeWord("require") || !cursor.take("(")) continue;
    const specifier = cursor.stringLiteral();
    if (specifier === undefined || !cursor.take(")")) return false;
    found.bindings.set(local, { reference: found.references.length, imported: "*" });
    found.references.push({ specifier, kind: "import", typeOnly, names: ["*"], offset });
    return true;
  }
  cursor.position = start;
  return false;
}

function readDeclaration(cursor: SourceCursor, found: Findings, offset: number): boolean {
  const start = cursor.position;
  // A modifier may also be the name of the default import: `import type from "x"`.
  for (const modifier of ["type", "defer", "source", ""]) {
    cursor.position = start;
    if (modifier !== "" && !cursor.takeWord(modifier)) continue;
    const clause = readClause(cursor);
    const specifier = clause && readFrom(cursor);
    if (clause === undefined || specifier === undefined) continue;
    const reference = found.references.length;
    for (const [local, imported] of clause.locals) found.bindings.set(local, { reference, imported } satisfies Binding);
    const typeOnly = modifier === "type" || clause.typeOnly;
    found.references.push({ specifier, kind: "import", typeOnly, names: [...new Set(clause.locals.values())], offset });
    return true;
  }
  return false;
}

/** `x`, `* as x`, `{ a, b }`, `x, * as y` or `x, { a, b }`. */
function readClause(cursor: SourceCursor): Clause | undefined {
  const locals = new Map<string, string>();
  cursor.skipTrivia();
  const name = cursor.word();
  if (name !== "") {
    locals.set(name, "default");
    if (!cursor.take(",")) return { typeOnly: false, locals };
  }
  if (cursor.take("*")) {
    if (!cursor.takeWord("as")) return undefined;
    cursor.skipTrivia();
    locals.set(cursor.word(), "*");
    return { typeOnly: false, locals };
  }
  const specifiers = readSpecifiers(cursor);
  if (specifiers === undefined) return undefined;
  for (const { alias, name: imported } of specifiers) locals.set(alias, imported);
  return { typeOnly: name === "" && allTypeOnly(specifiers), locals };
}
