import ts from "typescript";
import type { Operator } from "./mutant.ts";

/** A replacement of a part of the source by another text. */
export interface Edit {
  readonly operator: Operator;
  /** The expression or statement in whose place the changed one is written. */
  readonly host: ts.Node;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const comparisons: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ["<=", ">="]],
  [ts.SyntaxKind.LessThanEqualsToken, ["<", ">"]],
  [ts.SyntaxKind.GreaterThanToken, [">=", "<="]],
  [ts.SyntaxKind.GreaterThanEqualsToken, [">", "<"]],
]);

const equalities: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
]);

const arithmetic: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.PercentToken, "*"],
  [ts.SyntaxKind.PlusEqualsToken, "-="],
  [ts.SyntaxKind.MinusEqualsToken, "+="],
]);

const logic: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);

const methods: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
]);

/**
 * Returns the edits that begin at one node; the caller visits all nodes.
 *
 * Texts for people are left alone: what an error says and its name. A test of them would repeat the text.
 */
export function editsOf(node: ts.Node, source: ts.SourceFile): Edit[] {
  const edit = (operator: Operator, place: ts.Node, text: string, host: ts.Node = node): Edit => ({
    operator,
    host: wholeChain(host),
    start: place.getStart(source),
    end: place.getEnd(),
    text,
  });
  if (ts.isBinaryExpression(node)) return binaryEdits(node, source, edit);
  if (ts.isPrefixUnaryExpression(node)) return prefixEdits(node, source, edit);
  if (ts.isPostfixUnaryExpression(node)) return postfixEdits(node, edit);
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return ["true", "false"].map((text) => edit("condition", condition, text, condition));
  }
  if (ts.isWhileStatement(node)) return [edit("condition", node.expression, "false", node.expression)];
  if (ts.isForStatement(node) && node.condition !== undefined) {
    return [edit("condition", node.condition, "false", node.condition)];
  }
  if (ts.isExpressionStatement(node)) return isRemovable(node) ? [edit("removed statement", node, ";")] : [];
  if (ts.isThrowStatement(node)) return [edit("removed statement", node, ";")];
  if (ts.isReturnStatement(node)) return isEarly(node) ? [edit("early return", node, ";")] : [];
  if (ts.isCallExpression(node)) return methodEdits(node, edit);
  if (ts.isExpression(node)) return literalEdits(node, source, edit);
  if (node.kind === ts.SyntaxKind.QuestionDotToken) return chainingEdits(node, edit);
  return [];
}

type MakeEdit = (operator: Operator, place: ts.Node, text: string, host?: ts.Node) => Edit;

function binaryEdits(node: ts.BinaryExpression, source: ts.SourceFile, edit: MakeEdit): Edit[] {
  const { left, right, operatorToken: token } = node;
  const changed = (operator: Operator, text: string) => edit(operator, token, text, node);
  const relational = comparisons.get(token.kind);
  if (relational !== undefined) return relational.map((text) => changed("comparison", text));
  const equality = equalities.get(token.kind);
  // As a whole condition it is replaced by true and by false, which is harder to find.
  if (equality !== undefined) return isWholeCondition(node) ? [] : [changed("comparison", equality)];
  const sides = () => [left, right].map((side) => edit("logic", node, side.getText(source)));
  const opposite = logic.get(token.kind);
  if (opposite !== undefined) return [changed("logic", opposite), ...sides()];
  if (token.kind === ts.SyntaxKind.QuestionQuestionToken) return sides();
  if (token.kind === ts.SyntaxKind.QuestionQuestionEqualsToken) return [changed("logic", "=")];
  const operation = arithmetic.get(token.kind);
  if (operation === undefined || [left, right].some(isText)) return [];
  return [changed("arithmetic", operation)];
}

function prefixEdits(node: ts.PrefixUnaryExpression, source: ts.SourceFile, edit: MakeEdit): Edit[] {
  const operand = node.operand.getText(source);
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    return isWholeCondition(node) ? [] : [edit("negation", node, operand)];
  }
  if (node.operator === ts.SyntaxKind.MinusToken) return [edit("arithmetic", node, operand)];
  return [];
}

function postfixEdits(node: ts.PostfixUnaryExpression, edit: MakeEdit): Edit[] {
  // Counting a loop backwards mostly never ends.
  if (ts.isForStatement(node.parent) || ts.isExpressionStatement(node.parent)) return [];
  const operator = node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++";
  return [edit("arithmetic", node, `${node.operand.getText()}${operator}`)];
}

function methodEdits(node: ts.CallExpression, edit: MakeEdit): Edit[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name } = node.expression;
  const other = methods.get(name.text);
  return other === undefined ? [] : [edit("method", name, other, node)];
}

function chainingEdits(token: ts.Node, edit: MakeEdit): Edit[] {
  const access = token.parent;
  return [edit("optional chaining", token, ts.isPropertyAccessExpression(access) ? "." : "", access)];
}

function literalEdits(node: ts.Expression, source: ts.SourceFile, edit: MakeEdit): Edit[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [edit("literal", node, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [edit("literal", node, "true")];
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const one = ts.isBigIntLiteral(node) ? "1n" : "1";
    return isPropertyName(node) ? [] : [edit("literal", node, `${node.getText(source)} + ${one}`)];
  }
  if (isText(node)) {
    if (isPropertyName(node) || isForPeople(node) || isCompared(node) || ts.isTaggedTemplateExpression(node.parent)) {
      return [];
    }
    return [edit("literal", node, node.getText(source).length === 2 ? '"mutated"' : '""')];
  }
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isAssigned(node) && !isForPeople(node)) {
    return [edit("literal", node, "[]")];
  }
  return [];
}

/** An expression with `?.` is left out as a whole by a value that is absent: it can be replaced as a whole only. */
function wholeChain(node: ts.Node): ts.Node {
  let whole = node;
  while (
    (whole.flags & ts.NodeFlags.OptionalChain) !== 0 && isLink(whole.parent) && whole.parent.expression === whole
  ) {
    whole = whole.parent;
  }
  return whole;
}

type Link = ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression | ts.NonNullExpression;

function isLink(node: ts.Node): node is Link {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node) ||
    ts.isNonNullExpression(node);
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isWholeCondition({ parent }: ts.Node): boolean {
  return ts.isIfStatement(parent) || ts.isConditionalExpression(parent);
}

function isPropertyName(node: ts.Node): boolean {
  const { parent } = node;
  return "name" in parent && parent.name === node || ts.isComputedPropertyName(parent);
}

/** `x === "a"` is changed as a comparison already. */
function isCompared({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && equalities.has(parent.operatorToken.kind);
}

function isAssigned(node: ts.Node): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node;
}

function isRemovable({ expression }: ts.ExpressionStatement): boolean {
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword) return false;
  return !isNameOfError(expression);
}

function isNameOfError(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) &&
    node.left.expression.kind === ts.SyntaxKind.ThisKeyword && node.left.name.text === "name";
}

/** Functions that take a text for people. */
const telling = /(^|\.)(super|debug|info|warn|error|refused|token|checkOptions|requireClass|installOnce)$/;

/** Properties that hold a text for people. */
const texts: ReadonlySet<string> = new Set(["label", "message", "hint"]);

/** Returns whether a text is part of the message of an error or of a log record. */
function isForPeople(node: ts.Node): boolean {
  for (let each = node; !ts.isStatement(each) && each.parent !== undefined; each = each.parent) {
    const { parent } = each;
    if (isNameOfError(parent)) return true;
    if (ts.isPropertyAssignment(parent) && texts.has(parent.name.getText())) return true;
    if (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText())) return true;
    if (ts.isCallExpression(parent) && parent.expression !== each && telling.test(parent.expression.getText())) {
      return true;
    }
  }
  return false;
}

/** Whether code follows that the return keeps from running, and no condition of its own decides about it. */
function isEarly(node: ts.ReturnStatement): boolean {
  const { parent } = node;
  if (ts.isCaseOrDefaultClause(parent)) return true;
  if (ts.isBlock(parent)) {
    return parent.statements.length > 1 && !ts.isFunctionLike(parent.parent) && parent.statements.at(-1) === node &&
      !ts.isTryStatement(parent.parent) && !ts.isCatchClause(parent.parent);
  }
  return ts.isForOfStatement(parent);
}
