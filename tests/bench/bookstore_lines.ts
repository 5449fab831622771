/**
 * Compares the bookstore's code with that of a commit: `deno task count:bookstore [commit]`.
 *
 * It counts the entities, repositories, controllers and modules: lines that are neither blank nor comment, and mentions of
 * types. A type mention is a type reference or keyword in an annotation, a descriptor such as `t.string`, or a class that
 * a thunk (`() => Book`) hands to a description.
 */
import ts from "typescript";

const folder = "examples/bookstore";
const counted = /^examples\/bookstore\/(?:catalog|inventory|orders|shipping)\/\w+\.ts$/;

async function git(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function linesOf(source: ts.SourceFile): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, source.text);
  const lines = new Set<number>();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    for (let line = lineOf(scanner.getTokenStart()); line <= lineOf(scanner.getTokenEnd() - 1); line++) lines.add(line);
  }
  return lines.size;
}

function typeMentionsOf(node: ts.Node): number {
  let mentions = isTypeMention(node) ? 1 : 0;
  node.forEachChild((child) => {
    mentions += typeMentionsOf(child);
  });
  return mentions;
}

function isTypeMention(node: ts.Node): boolean {
  if (ts.isTypeReferenceNode(node) || ts.isLiteralTypeNode(node)) return true;
  if (node.kind >= ts.SyntaxKind.AnyKeyword && ts.isTypeNode(node)) return ts.isToken(node);
  if (ts.isPropertyAccessExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text === "t";
  return ts.isArrowFunction(node) && node.parameters.length === 0 && ts.isIdentifier(node.body);
}

const commit = Deno.args[0] ?? "b254498";
const before = (await git("ls-tree", "-r", "--name-only", commit, folder)).split("\n").filter((path) =>
  counted.test(path)
);
const now = (await git("ls-files", folder)).split("\n").filter((path) => counted.test(path));
const sum = (texts: readonly string[], count: (source: ts.SourceFile) => number) =>
  texts.reduce((total, text) => total + count(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest)), 0);
const textsBefore = await Promise.all(before.map((path) => git("show", `${commit}:${path}`)));
const textsNow = await Promise.all(now.map((path) => Deno.readTextFile(path)));
for (const [name, count] of [["lines", linesOf], ["type mentions", typeMentionsOf]] as const) {
  const [then, today] = [sum(textsBefore, count), sum(textsNow, count)];
  console.log(`${name}: ${then} at ${commit}, ${today} now: ${(today / then * 100).toFixed(0)} %`);
}
