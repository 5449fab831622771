import type { LiteralObject } from "../source/literal_reader.ts";
import type { SourceTree } from "../source/source_tree.ts";
import { type ModuleAttributes, moduleAttributesOf } from "./module_attributes.ts";

/** A folder that is a module. */
export interface ModuleFolder {
  /** Path below the root, ending in a slash. */
  readonly folder: string;
  readonly attributes: ModuleAttributes;
}

/**
 * Selects the folders that are modules: `"direct-sub-folders"` of the root, only `"explicitly-declared"` ones, or the
 * folders returned by a function. Below a module, every folder with a declaration is a nested module.
 */
export type ModuleDetection =
  | "direct-sub-folders"
  | "explicitly-declared"
  | ((tree: SourceTree) => readonly string[]);

/** The options for finding module folders. */
export interface ModuleFolderOptions {
  readonly detection: ModuleDetection;
  /** Paths of the roots, `""` for the main one. */
  readonly roots: readonly string[];
  /** Attributes by folder, for modules without a `module.ts`. */
  readonly declarations: Readonly<Record<string, ModuleAttributes>>;
}

/**
 * Finds the folders that are modules.
 *
 * @param tree the source files
 * @param options roots, declarations, detection
 * @returns the modules' folders, sorted
 */
export function findModuleFolders(tree: SourceTree, options: ModuleFolderOptions): ModuleFolder[] {
  const declared = declaredFolders(tree, options);
  const detected = detectedFolders(tree, options, declared);
  const isWithin = (folder: string) => detected.some((each) => folder.startsWith(each));
  const nested = [...declared.keys()].filter(isWithin);
  return [...new Set([...detected, ...nested])].sort()
    .map((folder) => ({ folder, attributes: declared.get(folder) ?? {} }));
}

function declaredFolders(tree: SourceTree, { declarations }: ModuleFolderOptions): Map<string, ModuleAttributes> {
  const found = new Map<string, ModuleAttributes>();
  const files = new Map<string, string>();
  for (const { path, declaration } of tree.files.values()) {
    if (declaration === undefined) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const other = files.get(folder);
    if (other !== undefined) {
      throw new SyntaxError(`Cannot declare a module twice: ${path} stands beside ${other}, keep one of them`);
    }
    files.set(folder, path);
    found.set(folder, moduleAttributesOf(declaration.attributes, `${path}:${declaration.line}`));
  }
  for (const [given, attributes] of Object.entries(declarations)) {
    const folder = folderPath(given);
    requireSources(tree, folder);
    // Check these attributes too, as the program may have bypassed the compiler.
    found.set(folder, moduleAttributesOf(attributes as unknown as LiteralObject, `declarations["${given}"]`));
  }
  found.delete(""); // the root is not a module
  return found;
}

function detectedFolders(
  tree: SourceTree,
  { detection, roots }: ModuleFolderOptions,
  declared: ReadonlyMap<string, ModuleAttributes>,
): string[] {
  if (detection === "explicitly-declared") return [...declared.keys()];
  if (detection !== "direct-sub-folders") return named(detection(tree), tree);
  const folders = [...tree.files.keys()].flatMap((path) => {
    const root = rootAround(path, roots);
    const slash = root === undefined ? -1 : path.indexOf("/", root.length);
    return slash < 0 ? [] : [path.slice(0, slash + 1)];
  });
  return [...new Set(folders)];
}

/**
 * The root that contains a path.
 *
 * @param path of a file or a folder
 * @param roots paths of the roots, `""` for the main one
 */
export function rootAround(path: string, roots: readonly string[]): string | undefined {
  return roots.find((each) => each === "" ? !path.startsWith("../") : path.startsWith(each));
}

function named(folders: readonly string[], tree: SourceTree): string[] {
  const paths = folders.map(folderPath);
  for (const path of paths) requireSources(tree, path);
  return paths;
}

/** Normalizes a path below the root: `"./a"` becomes `"a/"`. */
function folderPath(given: string): string {
  return `${given.replace(/^\.\//, "").replace(/\/$/, "")}/`;
}

function requireSources(tree: SourceTree, folder: string): void {
  if (tree.files.keys().some((path) => path.startsWith(folder))) return;
  throw new TypeError(
    `Cannot use a folder as a module as it must hold source files below the root: current value is "${folder}"`,
  );
}
