import ts from "typescript";
import { assertEquals } from "@std/assert";
import { readSourceFacts } from "../../src/modulith/source/read_source_facts.ts";

/** The references of a file as TypeScript's own parser sees them, one line each. */
export function viaTypeScript(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const reference = referenceOf(node);
    if (reference !== undefined) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push(`${line} "${reference.text}" ${reference.typeOnly ? "types" : "values"}`);
    }
    ts.forEachChild(node, visit);
    // Comments are parsed in JavaScript alone, and hang on the nodes behind them.
    const { jsDoc = [] } = node as { readonly jsDoc?: readonly ts.JSDoc[] };
    if (isJavaScript(path)) jsDoc.forEach(visit);
  };
  visit(file);
  found.push(...jsxPragmasOf(file));
  for (const { fileName, pos } of [...file.referencedFiles, ...file.typeReferenceDirectives]) {
    const isPath = file.referencedFiles.some((each) => each.pos === pos) && !/^(\.|\/|\w+:)/.test(fileName);
    const line = file.getLineAndCharacterOfPosition(pos).line + 1;
    found.push(`${line} "${isPath ? "./" : ""}${fileName}" types`);
  }
  return found.sort();
}

function referenceOf(node: ts.Node): { text: string; typeOnly: boolean } | undefined {
  const literal = (expression: ts.Node | undefined, typeOnly: boolean) =>
    expression !== undefined && ts.isStringLiteralLike(expression) ? { text: expression.text, typeOnly } : undefined;
  const allTypes = (elements: readonly { readonly isTypeOnly: boolean }[]) =>
    elements.length > 0 && elements.every((element) => element.isTypeOnly);
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause;
    const named = clause?.namedBindings;
    const onlyNamed = clause !== undefined && clause.name === undefined && named !== undefined &&
      ts.isNamedImports(named);
    return literal(node.moduleSpecifier, clause?.isTypeOnly === true || (onlyNamed && allTypes(named.elements)));
  }
  if (ts.isExportDeclaration(node)) {
    const clause = node.exportClause;
    const typeOnly = node.isTypeOnly ||
      (clause !== undefined && ts.isNamedExports(clause) && allTypes(clause.elements));
    return literal(node.moduleSpecifier, typeOnly);
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return literal(node.moduleReference.expression, node.isTypeOnly);
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return literal(node.arguments[0], false);
  }
  if (ts.isCallExpression(node) && isMetaResolve(node.expression) && node.arguments.length === 1) {
    return literal(node.arguments[0], false);
  }
  if (ts.isCallExpression(node) && nameOf(node.expression) === "require" && isCommonJs(node.getSourceFile().fileName)) {
    return node.arguments.length === 1 ? literal(node.arguments[0], false) : undefined;
  }
  if (ts.isNewExpression(node) && nameOf(node.expression) === "Worker") {
    const url = node.arguments?.[0];
    if (url === undefined || !ts.isNewExpression(url) || nameOf(url.expression) !== "URL") return undefined;
    const [path, base] = url.arguments ?? [];
    return base !== undefined && ts.isPropertyAccessExpression(base) && ts.isMetaProperty(base.expression)
      ? literal(path, false)
      : undefined;
  }
  if (ts.isJSDocImportTag(node)) return literal(node.moduleSpecifier, true);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal, true);
  return undefined;
}

/** What TypeScript imports for the sake of JSX, by the pragmas that it keeps on the file. */
function jsxPragmasOf(file: ts.SourceFile): string[] {
  if (!file.fileName.endsWith("x")) return [];
  interface Pragma {
    readonly arguments: { readonly factory: string };
    readonly range: ts.CommentRange;
  }
  const { pragmas } = file as unknown as { readonly pragmas: ReadonlyMap<string, Pragma | Pragma[]> };
  const found = pragmas.get("jsximportsource");
  return (found === undefined ? [] : Array.isArray(found) ? found : [found]).map(({ arguments: { factory }, range }) =>
    `${file.getLineAndCharacterOfPosition(range.pos).line + 1} "${factory}/jsx-runtime" values`
  );
}

function isJavaScript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path);
}

function isMetaResolve(expression: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === "resolve" &&
    ts.isMetaProperty(expression.expression);
}

function isCommonJs(path: string): boolean {
  return /\.c[jt]s$/.test(path);
}

function nameOf(expression: ts.Expression): string {
  return ts.isIdentifier(expression) ? expression.text : "";
}

/** The names that a file exports as TypeScript's own parser sees them. */
export function exportsViaTypeScript(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  return distinct(file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return namesIn(statement.exportClause);
    if (ts.isExportAssignment(statement)) return statement.isExportEquals === true ? [] : ["default"];
    const modifiers = new Set(ts.canHaveModifiers(statement) ? statement.modifiers?.map(({ kind }) => kind) : []);
    if (!modifiers.has(ts.SyntaxKind.ExportKeyword)) return [];
    if (modifiers.has(ts.SyntaxKind.DefaultKeyword)) return ["default"];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    }
    const { name } = statement as ts.DeclarationStatement; // what else can be exported is declared under a name
    return name === undefined ? [] : [name.text];
  }));
}

function namesIn(clause: ts.NamedExportBindings | undefined): string[] {
  if (clause === undefined) return ["*"];
  return ts.isNamespaceExport(clause) ? [clause.name.text] : clause.elements.map(({ name }) => name.text);
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => ts.isBindingElement(element) ? boundNames(element.name) : []);
}

/** The names that a file exports as the scan sees them. */
export function exportsViaLexer(path: string, source: string): string[] {
  return distinct(readSourceFacts(source, path).exports.map(({ name }) => name));
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** The references of a file as the scan sees them. */
export function viaLexer(path: string, source: string): string[] {
  return readSourceFacts(source, path).references
    .map(({ line, specifier, typeOnly }) => `${line} "${specifier}" ${typeOnly ? "types" : "values"}`).sort();
}

function* sourceFiles(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory && !entry.name.startsWith(".")) yield* sourceFiles(new URL(`${entry.name}/`, folder));
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) yield new URL(entry.name, folder);
  }
}

/** Compares both on all files below a folder; tells how many references were compared. */
export function compare(folder: URL): { files: number; references: number } {
  let files = 0;
  let references = 0;
  for (const url of sourceFiles(folder)) {
    const source = Deno.readTextFileSync(url);
    const expected = viaTypeScript(url.pathname, source);
    assertEquals(viaLexer(url.pathname, source), expected, url.href);
    assertEquals(exportsViaLexer(url.pathname, source), exportsViaTypeScript(url.pathname, source), url.href);
    files++;
    references += expected.length;
  }
  return { files, references };
}

/** Whether TypeScript can read a program at all; its parser keeps what it complains about on the file. */
export function isValid(path: string, source: string): boolean {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  return (file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0;
}
