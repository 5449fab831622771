/** The kind of the last token, which decides the meaning of `/`, `<` and `{`. */
export type Token = "start" | "word" | "property" | "operand" | "operator" | "dot" | "arrow" | "block";

/** Words after which an expression begins. */
const beforeExpression = new Set(
  "return typeof instanceof in of new delete void throw case do else yield await extends default".split(" "),
);
/** Of these, the ones after which a brace opens a block. */
const beforeBlock = new Set(["do", "else", "extends", "default"]);
/** Words whose parentheses are followed by a statement. */
const beforeCondition = new Set(["if", "while", "for", "with", "await"]);
/** Words that an operand can follow, but no JSX element. */
const neverBeforeElement = new Set(["new", "extends"]);
/** Matches the text that may follow an operand: no string, and no word except operators. */
const behindOperand = /[ \t]*(?:(?![ \t"'`\w$])|(?:as|satisfies|in|instanceof|of)\b)/y;

/**
 * Returns whether an operand may follow, so that `/` opens a regular expression.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function expectsOperand(last: Token, word: string): boolean {
  if (last === "word") return beforeExpression.has(word);
  return last !== "operand" && last !== "property";
}

/**
 * Returns whether a brace opens an expression, and no block.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function opensExpression(last: Token, word: string): boolean {
  if (last === "word") return beforeExpression.has(word) && !beforeBlock.has(word);
  return last === "operator";
}

/**
 * Returns whether `<` may open an element of JSX.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function mayOpenElement(last: Token, word: string): boolean {
  return last !== "dot" && expectsOperand(last, word) && !neverBeforeElement.has(word);
}

/**
 * Returns whether a statement follows the parentheses behind a word.
 *
 * @param word before the parentheses
 */
export function hasCondition(word: string): boolean {
  return beforeCondition.has(word);
}

/**
 * Returns whether an operand may end at a position: an apparent closing tag may be part of a string,
 * `<T>(x: "</T>") => void`.
 *
 * @param source the text
 * @param position after the operand
 */
export function isBehindOperand(source: string, position: number): boolean {
  behindOperand.lastIndex = position;
  return behindOperand.test(source);
}
