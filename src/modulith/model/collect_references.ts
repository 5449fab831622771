import type { ResolvedReference, SourceFile, SourceTree } from "../source/source_tree.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ExportIndex } from "./export_index.ts";
import type { ModuleReference } from "./module_reference.ts";

/** Returns the module of a path; `undefined` for paths outside of the roots. */
export type ModuleOfPath = (path: string) => ApplicationModule | undefined;

/**
 * Lists the references from one module to another.
 *
 * A name imported from a file at the root, which belongs to no module, also counts as imported from the module that the
 * root file re-exports it from.
 *
 * @param tree the source files
 * @param exports finds re-exported names
 * @param moduleOf returns the module of a path
 */
export function collectReferences(tree: SourceTree, exports: ExportIndex, moduleOf: ModuleOfPath): ModuleReference[] {
  const context = { tree, exports, moduleOf };
  return [...tree.files.values()].flatMap((file) => {
    const origin = moduleOf(file.path);
    if (origin === undefined) return [];
    return file.references.flatMap((reference) =>
      targetsOf(reference, context).filter(({ target }) => target !== origin)
        .map((target) => ({ origin, ...target, ...declarationsOf(target, context), ...placeOf(file, reference) }))
    );
  });
}

interface Target {
  readonly target: ApplicationModule;
  readonly path: string;
  readonly names: readonly string[];
}

interface Context {
  readonly tree: SourceTree;
  readonly exports: ExportIndex;
  readonly moduleOf: ModuleOfPath;
}

function targetsOf(reference: ResolvedReference, { tree, exports, moduleOf }: Context): Target[] {
  const found: Target[] = [];
  const visited = new Set<string>();
  const visit = (path: string, names: readonly string[]) => {
    const target = moduleOf(path);
    if (target === undefined) return;
    found.push({ target, path, names });
    if (!target.isRoot || visited.has(path)) return;
    visited.add(path);
    for (const next of reExportedFrom(tree.files.get(path), names, exports)) visit(next.path, next.names);
  };
  visit(reference.target, reference.names);
  return found;
}

/** The declared names of imported symbols, where they differ, and the other modules that declare them. */
function declarationsOf(
  { target, path, names }: Target,
  { exports, moduleOf }: Context,
): Pick<ModuleReference, "declaredAs" | "declaredBy"> {
  const files = exports.declaringFilesOf(path, names);
  const declaredBy = new Map<string, ApplicationModule>();
  for (const [name, file] of files) {
    const module = moduleOf(file);
    if (module !== undefined && module !== target && !module.isRoot) declaredBy.set(name, module);
  }
  return { declaredAs: [...files.keys()].filter((name) => !names.includes(name)), declaredBy };
}

/** The files from which a file re-exports some names. */
function reExportedFrom(
  file: SourceFile | undefined,
  names: readonly string[],
  exports: ExportIndex,
): { path: string; names: readonly string[] }[] {
  const all = names.includes("*");
  const declared = new Set(file?.exports.map((each) => each.name));
  return (file?.exports ?? []).flatMap(({ name, reference, imported }) => {
    const path = reference === undefined ? undefined : file!.references[reference]?.target;
    if (path === undefined) return [];
    if (name !== "*") return all || names.includes(name) ? { path, names: [imported!] } : [];
    const known = exports.namesOf(path);
    return { path, names: all ? ["*"] : names.filter((each) => !declared.has(each) && known.has(each)) };
  }).filter((each) => each.names.length > 0);
}

function placeOf({ path: file }: SourceFile, { line, specifier, typeOnly }: ResolvedReference) {
  return { file, line, specifier, typeOnly };
}
