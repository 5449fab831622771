/** A pattern of `exclude` in a `deno.json`. */
interface Pattern {
  readonly isException: boolean;
  readonly expression: RegExp;
}

/** The exclusions of a `deno.json`, as in Deno: paths, `*`, `**` and `?`, and exceptions that begin with `!`. */
export class ExcludedPaths {
  readonly #root: URL;
  readonly #patterns: readonly Pattern[];

  /**
   * @param root the folder that paths are relative to, ending in a slash
   * @param entries patterns with the folder that they are relative to, ending in a slash
   */
  constructor(root: URL, entries: readonly { readonly pattern: string; readonly folder: URL }[]) {
    this.#root = root;
    this.#patterns = entries.map(({ pattern, folder }) => {
      const isException = pattern.startsWith("!");
      return { isException, expression: expressionOf(absolute(isException ? pattern.slice(1) : pattern, folder)) };
    });
  }

  /**
   * Whether a file is excluded; a folder only if nothing in it can be an exception.
   *
   * @param path relative to the root; a folder's ends in a slash
   */
  has(path: string): boolean {
    if (this.#patterns.length === 0) return false;
    const full = absolute(path, this.#root);
    const found = this.#patterns.filter(({ isException, expression }) =>
      expression.test(full) || (isException && path.endsWith("/"))
    );
    return found.length > 0 && !found.some(({ isException }) => isException);
  }
}

/** Makes a pattern absolute and resolves `.` and `..`; all other characters are kept. */
function absolute(pattern: string, folder: URL): string {
  const parts: string[] = [];
  const path = pattern.startsWith("/") ? pattern : decodeURIComponent(folder.pathname) + pattern;
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Compiles a pattern, which also matches all paths below a matching folder. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\/\*\*(?=\/|$)|\*+|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "/**") return "(?:/.*)?";
    if (found === "?") return "[^/]";
    return found.startsWith("*") ? "[^/]*" : `\\${found}`;
  });
  return new RegExp(`^${source}(?:/.*)?$`, "s");
}
