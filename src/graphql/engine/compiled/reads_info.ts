/** Whether a resolver may look at its fourth argument, `info`. Only where its source rules that out is the answer no. */
export function readsInfo(resolver: (...args: never[]) => unknown): boolean {
  if (resolver.length > 3) return true;
  const source = Function.prototype.toString.call(resolver);
  if (/\barguments\b|\beval\b|\[native code\]/.test(source)) return true;
  const parameters = parameterList(source);
  // Defaults and rest parameters are not counted by `length`; strings and comments could hide a parenthesis.
  return parameters === undefined || /[=.'"`/]/.test(parameters);
}

function parameterList(source: string): string | undefined {
  const single = /^(?:async\s+)?[\w$]+\s*=>/.exec(source);
  if (single !== null) return "";
  const start = source.indexOf("(");
  if (start < 0 || /[=[{]/.test(source.slice(0, start))) return undefined;
  let depth = 0;
  for (let i = start; i < source.length; i++) {
    if (source[i] === "(") depth++;
    else if (source[i] === ")" && --depth === 0) return source.slice(start + 1, i);
  }
  return undefined;
}
