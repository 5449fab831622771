import type { Findings } from "./statement_reader.ts";

/**
 * Reads the types that a comment sets for the import after it: `// @deno-types="./x.d.ts"`, `// @ts-types="./x.d.ts"`.
 *
 * @param comment including its delimiter
 * @returns the specifier, or `undefined`
 */
export function typesNamedBy(comment: string): string | undefined {
  const found = /^\s*\/[/*]\s*@(?:deno|ts)-types\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'*]+))/i.exec(comment);
  return found?.slice(1).find((specifier) => specifier !== undefined);
}

/**
 * Reads the reference in a comment at the beginning of a file: `/// <reference types="./x.d.ts" />`,
 * `/// <reference path="x.d.ts" />`, or `// @ts-self-types="./x.d.ts"` for the file's own types.
 *
 * @param comment including its delimiter
 * @param found collects the results
 * @param offset of the comment
 */
export function readTypeReference(comment: string, found: Findings, offset: number): void {
  const specifier = directive(comment) ?? /^\/[/*]\s*@ts-self-types\s*=\s*["']([^"']+)["']/.exec(comment)?.[1];
  if (specifier === undefined) return;
  found.references.push({ specifier, kind: "type", typeOnly: true, names: [], offset });
}

/**
 * Reads the JSX import source of a file: `/** @jsxImportSource preact *\/` imports `preact/jsx-runtime`.
 *
 * @param comment at the beginning of a file that may contain JSX
 * @param found collects the results
 * @param offset of the comment
 */
export function readJsxPragmas(comment: string, found: Findings, offset: number): void {
  if (!comment.startsWith("/*")) return;
  for (const [, types, source] of comment.matchAll(jsxPragma)) {
    const typeOnly = types !== undefined;
    const kind = typeOnly ? "type" : "import";
    found.references.push({ specifier: `${source}/jsx-runtime`, kind, typeOnly, names: [], offset });
  }
}

/** The pragma, at the beginning of a line of a comment. */
const jsxPragma = /^[ \t]*(?:\/?\*+[ \t]*)?@jsxImportSource(Types)?[ \t]+([^\s*]+)/gim;

function directive(comment: string): string | undefined {
  if (!/^\/\/\/\s*<reference\s/.test(comment)) return undefined;
  const [, attribute, double, single] = /\s(types|path)\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(comment) ?? [];
  const specifier = double ?? single;
  // A `path` is relative to the file; `types` without a leading dot is a package.
  if (attribute !== "path" || specifier === undefined || /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier)) {
    return specifier;
  }
  return `./${specifier}`;
}
