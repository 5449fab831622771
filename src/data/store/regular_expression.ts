import { UnreadableExpressionError } from "../unreadable_expression_error.ts";

/**
 * Returns whether a text matches a regular expression.
 *
 * @param text what is searched
 * @param expression the regular expression, in JavaScript's Unicode mode
 * @param ignoreCase whether the case is ignored
 * @throws UnreadableExpressionError when the expression is invalid
 */
export function matchesExpression(text: string, expression: string, ignoreCase: boolean): boolean {
  try {
    return new RegExp(expression, ignoreCase ? "iu" : "u").test(text);
  } catch (cause) {
    throw new UnreadableExpressionError(cause);
  }
}
