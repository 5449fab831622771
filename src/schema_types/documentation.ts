/** The description and deprecation of a schema element. */
export interface Documented {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

/**
 * Writes a description as a comment.
 *
 * The text is untrusted: it is escaped so that it can't end the comment, begin a tag or a directive for a tool, or
 * contain code that `deno test --doc` would run.
 *
 * @param element the description, and the reason of a deprecation
 * @param indent indentation of each line
 * @returns lines; empty without a description and deprecation
 */
export function documentationOf({ description, deprecationReason }: Documented, indent = ""): string[] {
  const lines = description ? linesOf(description).map((line) => line.replace(/^@/, "\\@")) : [];
  if (deprecationReason !== undefined && deprecationReason !== null) {
    lines.push(`@deprecated ${linesOf(deprecationReason).join(" ")}`.trimEnd());
  }
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

function linesOf(text: string): string[] {
  // deno-lint-ignore no-control-regex -- control characters are what is removed
  const plain = text.trim().replace(/[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]/g, (c) => c === "\r" ? "\n" : " ");
  const harmless = plain.replaceAll("*/", "*\\/").replace(/```|~~~/g, "'''");
  return harmless.split("\n").map((line) => line.trim());
}
