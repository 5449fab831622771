import { tagsOfDeclarations } from "./export_tags.ts";
import { moduleDescription } from "./documentation_tags.ts";
import { LineEnds } from "./line_ends.ts";
import type { ComputedLoad, SourceExport, SourceFacts, SourceReference } from "./source_facts.ts";
import { NestingError } from "./source_cursor.ts";
import { SourceLexer } from "./source_lexer.ts";
import type { Findings, FoundReference } from "./statement_reader.ts";

/**
 * Reads which files a source file refers to and which names it exports, without parsing it: strings, templates,
 * comments, regular expressions and JSX text are skipped; import and export statements, comments that name types,
 * `import.meta.resolve`, workers created from relative files, and in CommonJS modules `require` are read.
 *
 * @param source the text of a TypeScript or JavaScript file
 * @param path the file's name, whose extension determines whether it may contain JSX, is CommonJS or only declares
 *   types
 * @returns the references in the order of the text, and the exported names
 * @throws SyntaxError naming file and line of code that is nested too deeply
 */
export function readSourceFacts(source: string, path: string): SourceFacts {
  const { references, exports, bindings, tagged, computed, mentions } = findingsIn(source, path);
  const found = withLines(source, references);
  const tags = tagsOfDeclarations(source, tagged);
  const description = moduleDescription(source);
  return {
    ...(description !== undefined && { description }),
    ...(mentions.length > 0 && { mentions }),
    computed: computedLoads(source, computed),
    references: /\.d\.[cm]?ts$/.test(path) ? found.map(asDeclaration) : found,
    exports: exports.map(({ local, ...found }) => {
      const binding = local === undefined ? undefined : bindings.get(local);
      if (binding !== undefined) return withInterfaceNames({ ...binding, ...found }, path);
      const own = local !== undefined && local !== found.name && { local };
      return withInterfaceNames({ ...tags.get(local ?? ""), ...found, ...own }, path);
    }),
  };
}

function findingsIn(source: string, path: string): Findings {
  try {
    return new SourceLexer(source, { path }).read();
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    const line = 1 + new LineEnds(source).between(0, error.offset);
    throw new SyntaxError(`Cannot read ${path}:${line} as ${error.message}`, { cause: error });
  }
}

/** Names unnamed interfaces after their folder. */
function withInterfaceNames(found: SourceExport, path: string): SourceExport {
  const { namedInterfaces } = found;
  if (namedInterfaces?.includes("") !== true) return found;
  const folder = path.split("/").at(-2) ?? "";
  return { ...found, namedInterfaces: namedInterfaces.map((name) => name || folder), isNamedByFolder: true };
}

/** In a declaration file, `import("x")` is a type. */
function asDeclaration(reference: SourceReference): SourceReference {
  return reference.kind === "dynamic" ? { ...reference, kind: "type", typeOnly: true } : reference;
}

function computedLoads(source: string, offsets: readonly number[]): ComputedLoad[] {
  const lineEnds = new LineEnds(source);
  let line = 1;
  let counted = 0;
  return [...offsets].sort((a, b) => a - b).map((offset) => {
    line += lineEnds.between(counted, offset);
    counted = offset;
    const text = source.slice(offset, offset + 80).split(/[\r\n\u2028\u2029;]/)[0]!.trim();
    return { text, line };
  });
}

function withLines(source: string, found: readonly FoundReference[]): SourceReference[] {
  const lineEnds = new LineEnds(source);
  let line = 1;
  let counted = 0;
  return [...found].sort((a, b) => a.offset - b.offset).map(({ offset, ...reference }) => {
    line += lineEnds.between(counted, offset);
    counted = offset;
    return { ...reference, line };
  });
}
