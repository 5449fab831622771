import { readBoundNames } from "./declarator_names.ts";
import { skipDecorators } from "./decorators.ts";
import type { ExportTags } from "./documentation_tags.ts";
import type { SourceCursor } from "./source_cursor.ts";
import type { SourceExport } from "./source_facts.ts";
import { readRequire } from "./import_statement.ts";
import { allTypeOnly, type Findings, readFrom, readSpecifiers, type Specifier } from "./statement_reader.ts";

/** Words that may stand between `export` and the keyword of the declaration. */
const modifiers = new Set(["declare", "abstract", "async"]);
const variables = new Set(["const", "let", "var"]);
const declarations = new Set([
  ...variables,
  "function",
  "class",
  "interface",
  "type",
  "enum",
  "namespace",
  "module",
]);

/**
 * Reads the statement after the word `export`, and records the exported names.
 *
 * @param cursor directly after the word; moved past the text that was read, which never includes a value
 * @param found collects the results
 * @param context offset of the word, tags of the comment before it, and whether it is within brackets
 * @returns whether variables are declared, so that further names may follow after commas
 */
export function readExport(
  cursor: SourceCursor,
  found: Findings,
  context: { readonly offset: number; readonly tags: ExportTags; readonly isWithin: boolean },
): boolean {
  const start = cursor.position;
  const typeOnly = cursor.takeWord("type");
  const list = { ...context, typeOnly };
  if (readAll(cursor, found, list) || readList(cursor, found, list)) return false;
  cursor.position = start;
  if (readImported(cursor, found, context)) return false;
  cursor.position = start;
  // Exports within brackets (of a namespace) are not exports of the file.
  if (context.isWithin) return false;
  const isOfVariables = declaresVariables(cursor);
  for (const declared of readDeclaredNames(cursor)) found.exports.push({ ...declared, ...context.tags });
  return isOfVariables;
}

function declaresVariables(cursor: SourceCursor): boolean {
  const start = cursor.position;
  cursor.takeWord("declare");
  const found = [...variables].some((word) => cursor.takeWord(word)) && !cursor.takeWord("enum");
  cursor.position = start;
  return found;
}

/** `import x = require("x")` or `import x = namespace.x`, with or without `type`. */
function readImported(
  cursor: SourceCursor,
  found: Findings,
  { offset, tags }: { readonly offset: number; readonly tags: ExportTags },
): boolean {
  if (!cursor.takeWord("import")) return false;
  const start = cursor.position;
  const reference = found.references.length;
  if (readRequire(cursor, found, offset)) {
    const name = [...found.bindings].findLast(([, binding]) => binding.reference === reference)![0];
    found.exports.push({ name, reference, imported: "*", ...tags });
    return true;
  }
  cursor.position = start;
  const name = readWord(cursor);
  if (name === "" || !cursor.take("=")) return false;
  found.exports.push({ name, ...tags });
  return true;
}

interface ListContext {
  readonly offset: number;
  readonly tags: ExportTags;
  readonly typeOnly: boolean;
}

/** `* from "x"` or `* as name from "x"`. */
function readAll(cursor: SourceCursor, found: Findings, { offset, tags, typeOnly }: ListContext): boolean {
  if (!cursor.take("*")) return false;
  const name = cursor.takeWord("as") ? readName(cursor) : "*";
  const specifier = readFrom(cursor);
  if (specifier === undefined) return false;
  found.exports.push({ name, reference: found.references.length, imported: "*", ...tags });
  found.references.push({ specifier, kind: "export", typeOnly, names: ["*"], offset });
  return true;
}

/** `{ a, b as c }`, with or without `from "x"`. */
function readList(cursor: SourceCursor, found: Findings, { offset, tags, typeOnly }: ListContext): boolean {
  const specifiers = readSpecifiers(cursor);
  if (specifiers === undefined) return false;
  const end = cursor.position;
  const specifier = readFrom(cursor);
  if (specifier === undefined) {
    cursor.position = end;
    for (const { name, alias, tags: own } of specifiers) {
      found.exports.push({ name: alias, local: name, ...tags, ...own });
    }
    return true;
  }
  for (const each of specifiers) {
    found.exports.push({ ...reExport(each, found.references.length), ...tags, ...each.tags });
  }
  const names = [...new Set(specifiers.map((each) => each.name))];
  found.references.push({ specifier, kind: "export", typeOnly: typeOnly || allTypeOnly(specifiers), names, offset });
  return true;
}

function reExport({ name, alias }: Specifier, reference: number): SourceExport {
  return { name: alias, reference, imported: name };
}

function readName(cursor: SourceCursor): string {
  return cursor.stringLiteral() ?? readWord(cursor);
}

function readWord(cursor: SourceCursor): string {
  cursor.skipTrivia();
  return cursor.word();
}

/**
 * The names of a declaration. For `const a = 1, b = 2` those before the first value, which may be any expression.
 *
 * @param cursor before the declaration; not moved if there is none
 */
export function readDeclaredNames(cursor: SourceCursor): Pick<SourceExport, "name" | "local">[] {
  const start = cursor.position;
  // Decorators may also follow `export`. Their content is read as code afterwards.
  const isDecorated = skipDecorators(cursor);
  const names = readNames(cursor);
  if (names === undefined || isDecorated) cursor.position = start;
  return names ?? [];
}

function readNames(cursor: SourceCursor): Pick<SourceExport, "name" | "local">[] | undefined {
  let word = readName(cursor);
  if (word === "default") return [{ name: "default", ...readLocal(cursor) }];
  while (modifiers.has(word)) word = readName(cursor);
  if (!declarations.has(word)) return undefined;
  if (word === "const" && cursor.takeWord("enum")) return [{ name: readName(cursor) }];
  cursor.take("*");
  const names = variables.has(word) ? readVariables(cursor) : [readName(cursor)];
  return names.filter((name) => name !== "").map((name) => ({ name }));
}

/** Reads the first names of variables. The cursor stays before a pattern, whose default values are read as code. */
function readVariables(cursor: SourceCursor): string[] {
  cursor.skipTrivia();
  const start = cursor.position;
  const names = readBoundNames(cursor);
  if (/[{[]/.test(cursor.source[start] ?? "")) cursor.position = start;
  return names;
}

/** Reads the name after `export default`, also of a class or function. The cursor stays after `default`. */
function readLocal(cursor: SourceCursor): { local?: string } {
  const start = cursor.position;
  skipDecorators(cursor);
  let local = readWord(cursor);
  while (modifiers.has(local)) local = readWord(cursor);
  if (declarations.has(local)) {
    cursor.take("*");
    const declared = readWord(cursor);
    cursor.position = start;
    return declared === "" || declared === "extends" ? {} : { local: declared };
  }
  const end = cursor.position;
  cursor.skipTrivia();
  const next = cursor.source[cursor.position] ?? ";";
  const isOver = next === ";" ||
    (cursor.lineEnds.after(end) < cursor.position && /^[\w$@]/.test(next) && !continuations.has(cursor.word()));
  cursor.position = start;
  return isOver && local !== "" ? { local } : {};
}

/** Words that continue an expression on the next line. */
const continuations = new Set(["as", "satisfies", "in", "instanceof"]);
