import { ComputedValueError, type LiteralObject, readLiteral } from "./literal_reader.ts";
import { LineEnds } from "./line_ends.ts";
import { SourceLexer } from "./source_lexer.ts";
import type { Binding } from "./statement_reader.ts";

/** The call of `applicationModule` in a file, as read without running it. */
export interface ModuleDeclaration {
  /** The attributes that are literals. */
  readonly attributes: LiteralObject;
  /** Line of the call, counted from 1. */
  readonly line: number;
}

/**
 * Whether a file is a `module.ts`, which declares the module of its folder.
 *
 * @param path of the file
 */
export function isModuleFile(path: string): boolean {
  return /(?:^|\/)module\.[cm]?[jt]sx?$/.test(path);
}

/** Name of the function that declares a module. */
const calleeName = "applicationModule";

/**
 * Reads the attributes in `applicationModule(import.meta.url, { … }, …)`.
 *
 * @param source the text of a file
 * @param path the file's name, for errors
 * @returns the declaration, or `undefined` if the file has no such call
 * @throws SyntaxError naming file and line when attributes are computed, or there are two calls
 */
export function readModuleDeclaration(source: string, path: string): ModuleDeclaration | undefined {
  if (!source.includes(calleeName)) return undefined;
  const lexer = new SourceLexer(source, { path, watch: calleeName });
  const { watched, bindings } = lexer.read();
  requireOwnName(bindings, path);
  const calls = watched.filter((offset) => /^\s*\(/.test(source.slice(offset + calleeName.length)));
  const [first, second] = calls;
  if (second !== undefined) {
    throw new SyntaxError(`Cannot declare two modules in one file: ${path}:${lineAt(source, second)}`);
  }
  if (first === undefined) return undefined;
  lexer.position = first + calleeName.length;
  try {
    return { attributes: readAttributes(lexer), line: lineAt(source, first) };
  } catch (error) {
    if (!(error instanceof ComputedValueError)) throw error;
    throw new SyntaxError(`${error.message} at ${path}:${lineAt(source, error.offset)}`, { cause: error });
  }
}

/**
 * Rejects `applicationModule` outside of `module.ts`, where its attributes would be ignored silently.
 *
 * @param source the text of a file other than `module.ts`
 * @param path the file's name, for errors
 * @throws SyntaxError naming file and line when it declares the module of its folder
 */
export function refuseModuleDeclaration(source: string, path: string): void {
  if (!source.includes(calleeName)) return;
  const { watched, bindings } = new SourceLexer(source, { path, watch: calleeName }).read();
  if (bindings.get(calleeName)?.imported !== calleeName) return;
  const call = watched.find((offset) => /^\s*\(\s*import\.meta\.url\b/.test(source.slice(offset + calleeName.length)));
  if (call === undefined) return;
  const place = `${path}:${lineAt(source, call)}`;
  throw new SyntaxError(
    `Cannot declare a module at ${place} as it must be declared in module.ts: move the call of ${calleeName} there`,
  );
}

/** Rejects an import under another name, as the call would not be found. */
function requireOwnName(bindings: ReadonlyMap<string, Binding>, path: string): void {
  for (const [local, { imported }] of bindings) {
    if (imported !== calleeName || local === calleeName) continue;
    throw new SyntaxError(
      `Cannot read the module that ${path} declares as ${calleeName} must be imported under its own name: current ` +
        `value is "${local}"`,
    );
  }
}

function readAttributes(lexer: SourceLexer): LiteralObject {
  const start = lexer.position;
  const hasUrl = lexer.take("(") && lexer.takeWord("import") && lexer.take(".") && lexer.takeWord("meta") &&
    lexer.take(".") && lexer.takeWord("url") && lexer.take(",");
  if (!hasUrl) throw new ComputedValueError("url", start, lexer.source.slice(start, start + 40).split("\n")[0]!);
  lexer.skipTrivia();
  if (lexer.source[lexer.position] !== "{") {
    throw new ComputedValueError("attributes", lexer.position, lexer.word());
  }
  return readLiteral(lexer, "") as LiteralObject; // a literal that begins with a brace is an object
}

function lineAt(source: string, offset: number): number {
  return 1 + new LineEnds(source).between(0, offset);
}
