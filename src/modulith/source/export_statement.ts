import { readBoundNames } from "./declarator_names.ts";
import { skipDecorators } from "./decorators.ts";
import type { ExportTags } from "./documentation_tags.ts";
import type { SourceCursor } from "./source_cursor.ts";
import type { SourceExport } from "./source_facts.ts";
import { readRequire } from "./import_statement.ts";
import { allTypeOnly, type Findings, readFrom, readSpecifiers, type Specifier } from "./statement_reader.ts";

/** Words that may stand between `export` and the word that says what is declared. */
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
 * Reads what follows the word `export`, and records the names.
 *
 * @param cursor stands right behind the word; moved behind what was read, which never includes a value
 * @param found collects
 * @param context offset of the word, what the comment before it says, and whether it stands within brackets
 * @returns whether variables are declared, so that further names may follow behind commas
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
  // What is declared within brackets is not the file's, and would be read again for each of them.
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
    found.exports.push({ ...handedOn(each, found.references.length), ...tags, ...each.tags });
  }
  const names = [...new Set(specifiers.map((each) => each.name))];
  found.references.push({ specifier, kind: "export", typeOnly: typeOnly || allTypeOnly(specifiers), names, offset });
  return true;
}

function handedOn({ name, alias }: Specifier, reference: number): SourceExport {
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
 * The names of a declaration. Of `const a = 1, b = 2` those before the first value, which may be any expression.
 *
 * @param cursor stands before the declaration; not moved where none stands there
 */
export function readDeclaredNames(cursor: SourceCursor): Pick<SourceExport, "name" | "local">[] {
  const start = cursor.position;
  // Decorators may stand behind `export`, too. What they hold is read as code afterwards.
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

/** The first names of variables. The cursor stays before a pattern, whose values are code. */
function readVariables(cursor: SourceCursor): string[] {
  cursor.skipTrivia();
  const start = cursor.position;
  const names = readBoundNames(cursor);
  if (/[{[]/.test(cursor.source[start] ?? "")) cursor.position = start;
  return names;
}

/** Of `export default name` or of a class or function the name. The cursor stays behind `default`. */
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
    (cursor.lineEnds.after(end) < cursor.position && /^[\w$@]/.test(next) && !goesOn.has(cursor.word()));
  cursor.position = start;
  return isOver && local !== "" ? { local } : {};
}

/** Words with which an expression goes on in another line. */
const goesOn = new Set(["as", "satisfies", "in", "instanceof"]);
