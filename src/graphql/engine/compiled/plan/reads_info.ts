/** An identifier, or a pattern of identifiers without defaults and rest elements. */
const parameter = String.raw`(?:[\w$]+|\{[\w$\s,:]*\}|\[[\w$\s,]*\])`;

/** A function head up to the body, without comments, defaults, rest parameters and computed names. */
const plainHead = new RegExp(
  String.raw`^(?:async\s+)?(?:[\w$]+\s*=>|(?:function\s*\*?\s*)?[\w$]*\s*\(\s*` +
    String.raw`(?:${parameter}(?:\s*,\s*${parameter})*\s*,?\s*)?\)\s*(?:=>|\{))`,
);

/**
 * Whether a resolver may read its fourth argument, `info`, whose creation takes longer than most resolvers.
 *
 * The source text can only rule that out: `length` does not count defaults and rest parameters, so any head that is not
 * a plain parameter list counts as reading, including one with comments.
 */
export function readsInfo(resolver: (...args: never[]) => unknown): boolean {
  if (resolver.length > 3) return true;
  const source = Function.prototype.toString.call(resolver);
  return !plainHead.test(source) || /arguments|eval|\\u|\[native code\]/.test(source);
}
