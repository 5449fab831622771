import { percentDecoded } from "../kernel/mod.ts";
import { normalPath } from "./normal_path.ts";
import type { PathVariables } from "./http_route.ts";

/** A compiled path pattern. */
export interface PathPattern {
  /** The pattern in the form in which paths are compared. */
  readonly path: string;
  /** Whether the pattern is a plain path without variables. */
  readonly isExact: boolean;
  /**
   * Compares a path with the pattern.
   *
   * @param path a percent-encoded path
   * @returns the variables, or `undefined` when the path does not match or is not validly encoded
   */
  match(path: string): PathVariables | undefined;
}

/**
 * Compiles a path pattern.
 *
 * @param pattern for example `/actuator/health/{*path}`
 * @throws TypeError when the pattern does not begin with a slash, or `{*name}` is not at its end
 */
export function pathPattern(pattern: string): PathPattern {
  if (!pattern.startsWith("/")) {
    throw new TypeError(`Cannot use path pattern "${pattern}" as it must begin with "/"`);
  }
  const path = normalPath(pattern);
  if (!pattern.includes("{")) return { path, isExact: true, match: (given) => given === path ? {} : undefined };
  const names: string[] = [];
  const source = path.split(/(\/?\{[^{}]*\})/).map((part) => partSource(part, names)).join("");
  if (/\{\*[^{}]*\}./.test(pattern)) {
    throw new TypeError(`Cannot use path pattern "${pattern}" as "{*…}" must be at its end`);
  }
  const expression = new RegExp(`^${source}$`);
  return { path, isExact: false, match: (given) => variablesOf(expression.exec(given), names) };
}

function partSource(part: string, names: string[]): string {
  const variable = /^(\/?)\{(\*?)(\w+)\}$/.exec(part);
  if (variable === null) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [, slash = "", star, name = ""] = variable;
  names.push(star + name);
  return star ? `(?:${slash}(.*))?` : `${slash}([^/]+)`;
}

function variablesOf(match: RegExpExecArray | null, names: readonly string[]): PathVariables | undefined {
  if (match === null) return undefined;
  const variables: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const text = match[at + 1] ?? "";
    const isRest = name.startsWith("*");
    // Keep `%2F` encoded: decoded, it would look like a path separator.
    const value = isRest ? restOf(text) : percentDecoded(text);
    // No resource has a name that can't be decoded.
    if (value === undefined) return undefined;
    variables[isRest ? name.slice(1) : name] = value;
  }
  return variables;
}

function restOf(text: string): string | undefined {
  if (!text.includes("%")) return text;
  return percentDecoded(text) === undefined ? undefined : text.split(/%2f/i).map(decodeURIComponent).join("%2F");
}
