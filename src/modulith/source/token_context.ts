/** What the last token was, as far as it decides how `/`, `<` and `{` are to be read. */
export type Token = "start" | "word" | "property" | "operand" | "operator" | "dot" | "arrow" | "block";

/** Words after which an expression begins. */
const beforeExpression = new Set(
  "return typeof instanceof in of new delete void throw case do else yield await extends default".split(" "),
);
/** Of these, the ones after which a brace opens a block. */
const beforeBlock = new Set(["do", "else", "extends", "default"]);
/** Words whose parentheses are followed by a statement. */
const beforeCondition = new Set(["if", "while", "for", "with", "await"]);
/** Words that no element of JSX can follow, though an operand may. */
const neverBeforeElement = new Set(["new", "extends"]);
/** What may stand behind an operand: no string, and no word but an operator. */
const behindOperand = /[ \t]*(?:(?![ \t"'`\w$])|(?:as|satisfies|in|instanceof|of)\b)/y;

/**
 * Tells whether an operand may follow, so that `/` opens a regular expression.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function expectsOperand(last: Token, word: string): boolean {
  if (last === "word") return beforeExpression.has(word);
  return last !== "operand" && last !== "property";
}

/**
 * Tells whether a brace opens an expression, and no block.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function opensExpression(last: Token, word: string): boolean {
  if (last === "word") return beforeExpression.has(word) && !beforeBlock.has(word);
  return last === "operator";
}

/**
 * Tells whether `<` may open an element of JSX.
 *
 * @param last token
 * @param word its text, where it is a word
 */
export function mayOpenElement(last: Token, word: string): boolean {
  return last !== "dot" && expectsOperand(last, word) && !neverBeforeElement.has(word);
}

/**
 * Tells whether a statement follows the parentheses behind a word.
 *
 * @param word before the parentheses
 */
export function hasCondition(word: string): boolean {
  return beforeCondition.has(word);
}

/**
 * Tells whether an operand may end at a place: what looks like a closing tag may be part of a string,
 * `<T>(x: "</T>") => void`.
 *
 * @param source the text
 * @param position behind the operand
 */
export function isBehindOperand(source: string, position: number): boolean {
  behindOperand.lastIndex = position;
  return behindOperand.test(source);
}
