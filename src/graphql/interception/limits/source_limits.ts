import type { GraphQLError } from "../../../../deps.ts";
import { limitError } from "./limit_error.ts";

/** The maximum nesting of a document's brackets and fragments: some thousands of levels overflow the stack. */
export const maxNesting = 500;

/**
 * Checks a document's text before it is parsed.
 *
 * @param text the document
 * @returns one error when the brackets are nested too deeply to be parsed
 */
export function sourceLimitErrors(text: string): GraphQLError[] {
  const actual = nestingOf(text);
  if (actual <= maxNesting) return [];
  return [limitError({ name: "nesting", subject: "the nesting of its brackets", limit: maxNesting, actual })];
}

function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
      case "[":
      case "(":
        deepest = Math.max(deepest, ++depth);
        break;
      case "}":
      case "]":
      case ")":
        depth--;
        break;
      case "#":
        at = endOfComment(text, at);
        break;
      case '"':
        at = endOfString(text, at);
    }
  }
  return deepest;
}

function endOfComment(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\n" || text[at] === "\r") return at;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  if (text.startsWith('"""', start)) {
    let end = text.indexOf('"""', start + 3);
    while (end > 0 && text[end - 1] === "\\") end = text.indexOf('"""', end + 3);
    return end < 0 ? text.length : end + 2;
  }
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"' || text[at] === "\n") return at;
  }
  return text.length;
}
