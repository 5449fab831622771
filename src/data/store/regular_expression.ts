/**
 * Tells whether a text matches a regular expression.
 *
 * @param text what is searched
 * @param expression the regular expression, in JavaScript's Unicode mode
 * @param ignoreCase whether the case is ignored
 * @throws TypeError when the expression can't be read
 */
export function matchesExpression(text: string, expression: string, ignoreCase: boolean): boolean {
  try {
    return new RegExp(expression, ignoreCase ? "iu" : "u").test(text);
  } catch (cause) {
    throw unreadableExpression(cause);
  }
}

/**
 * Makes the error of a regular expression that can't be read.
 *
 * @param cause what the engine or the database says
 */
export function unreadableExpression(cause: unknown): TypeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TypeError(`Cannot search by a regular expression as it must be readable: ${reason}`, { cause });
}
