import { type DenoConfiguration, findConfiguration } from "./deno_configuration.ts";
import { ExcludedPaths } from "./excluded_paths.ts";
import { folderAt } from "./folder_at.ts";
import {
  isModuleFile,
  type ModuleDeclaration,
  readModuleDeclaration,
  refuseModuleDeclaration,
} from "./module_declaration.ts";
import { relativePath } from "./relative_path.ts";
import type { ComputedLoad, SourceExport, SourceMention, SourceReference } from "./source_facts.ts";
import { readSourceFacts } from "./read_source_facts.ts";
import { sourcePaths, urlOf } from "./source_paths.ts";
import { SpecifierResolver } from "./specifier_resolver.ts";

/** A reference with its resolved file. */
export interface ResolvedReference extends SourceReference {
  /**
   * Path of the file, relative to the tree's root; it begins with `../` outside of the tree. For other targets the URL,
   * such as `"npm:zod"` or `"node:fs"`; `"bare:zod"` for a name that no import map resolves.
   */
  readonly target: string;
}

/** One source file. */
export interface SourceFile {
  /** Relative to the tree's root, with slashes: `"catalog/internal/price_list.ts"`. */
  readonly path: string;
  /** The resolved references to other files. */
  readonly references: readonly ResolvedReference[];
  /** The names that it exports. */
  readonly exports: readonly SourceExport[];
  /** Its description of the module, in a comment with `@module`. */
  readonly description?: string;
  /** Facts about the contents of its module. */
  readonly mentions?: readonly SourceMention[];
  /** Loads of files with computed names. */
  readonly computed: readonly ComputedLoad[];
  /** The call of `applicationModule`, in a `module.ts`. */
  readonly declaration?: ModuleDeclaration;
}

/** Paths below the root by the names under which a package exports them: `"."`, `"./spi"`. */
export type PackageExports = Readonly<Record<string, string>>;

/** The options of a source tree. */
export interface SourceTreeOptions {
  /**
   * Returns whether to exclude a file or folder.
   *
   * @param path relative to the root; a folder's ends in a slash
   */
  readonly ignore?: (path: string) => boolean;
  /** Further folders whose files belong to the tree. */
  readonly additionalRoots?: readonly (string | URL)[];
}

/** The source files below a folder, with their resolved imports. */
export class SourceTree {
  /** The folder, ending in a slash. */
  readonly root: URL;
  /** All files by path, in the order of their paths. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The exports of workspace members: paths by export name, by the member's folder. */
  readonly packages: ReadonlyMap<string, PackageExports>;

  /**
   * Creates the tree.
   *
   * @param root the folder
   * @param files all files by path
   * @param packages the exports of workspace members
   */
  constructor(
    root: URL,
    files: ReadonlyMap<string, SourceFile>,
    packages: ReadonlyMap<string, PackageExports> = new Map(),
  ) {
    this.root = root;
    this.files = files;
    this.packages = packages;
  }

  /**
   * Reads all source files below a folder, except for tests, folders whose name begins with a dot or an underscore,
   * `node_modules`, `vendor`, `dist`, and the exclusions of the configuration.
   *
   * @param root a folder or a file in it, as a `file:` URL
   * @param options further exclusions and roots
   * @throws Deno.errors.NotCapable when the folder may not be read
   * @throws Deno.errors.NotFound when the folder does not exist
   */
  static read(root: string | URL, options: SourceTreeOptions = {}): SourceTree {
    const folder = folderAt(root);
    requireFolder(folder);
    const configuration = findConfiguration(folder);
    const resolver = new SpecifierResolver(folder, configuration);
    const excluded = excludedBy(configuration, folder);
    const ignore = (path: string) => (options.ignore?.(path) ?? false) || excluded.has(path);
    const roots = ["", ...additionalFolders(folder, options.additionalRoots ?? [])];
    const paths = new Set(roots.flatMap((prefix) => [...sourcePaths({ root: folder, ignore }, prefix)]).sort());
    const read = (path: string) => [path, readFile(folder, path, (name) => resolver.resolve(name, path))] as const;
    const packages = packagesOf(configuration?.members ?? [], (url) => resolver.resolve(url.href, ""));
    return new SourceTree(folder, withExistingTargets(new Map([...paths].map(read)), paths), packages);
  }
}

/**
 * The additional folders to read, relative to the root.
 *
 * @param root the main folder
 * @param additionalRoots the configured folders; those within the root or another one are omitted
 * @throws TypeError when one contains the root, whose files would be read twice
 */
export function additionalFolders(root: URL, additionalRoots: readonly (string | URL)[]): readonly string[] {
  const folders = additionalRoots.map((each) => {
    const folder = folderAt(each);
    const path = relativePath(root.href, folder.href);
    if (path !== undefined && !/^(\.\.\/)+$/.test(path)) return path;
    throw new TypeError(
      `Cannot read an additional root as it must be a folder beside the root "${root}": current value is "${folder}"`,
    );
  });
  const outside = [...new Set(folders)].filter((path) => path.startsWith("../"));
  return outside.filter((path) => !outside.some((other) => other !== path && path.startsWith(other)));
}

function packagesOf(
  members: readonly DenoConfiguration[],
  pathOf: (url: URL) => string,
): ReadonlyMap<string, PackageExports> {
  return new Map(members.map(({ folder, exports }) => {
    const paths = Object.entries(exports).map(([key, path]) => [key, pathOf(new URL(path, folder))]);
    return [pathOf(folder), Object.fromEntries(paths)];
  }));
}

function requireFolder(folder: URL): void {
  if (folder.protocol !== "file:") {
    throw new TypeError(`Cannot read sources as their folder must be a "file:" URL: current value is "${folder}"`);
  }
  try {
    if (Deno.statSync(folder).isDirectory) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new Deno.errors.NotFound(`Cannot read sources as there is no folder "${decodeURIComponent(folder.pathname)}"`);
}

function excludedBy(configuration: DenoConfiguration | undefined, root: URL): ExcludedPaths {
  const all = configuration === undefined ? [] : [configuration, ...configuration.members];
  return new ExcludedPaths(root, all.flatMap(({ exclude, folder }) => exclude.map((pattern) => ({ pattern, folder }))));
}

function readFile(root: URL, path: string, resolve: (specifier: string) => string): SourceFile {
  const text = Deno.readTextFileSync(urlOf(root, path));
  const { references, ...facts } = readSourceFacts(text, path);
  const isDeclaration = isModuleFile(path);
  const declaration = isDeclaration ? readModuleDeclaration(text, path) : undefined;
  if (!isDeclaration) refuseModuleDeclaration(text, path);
  return {
    path,
    ...facts,
    references: references.map((reference) => ({ ...reference, target: resolve(reference.specifier) })),
    ...(declaration !== undefined && { declaration }),
  };
}

function withExistingTargets(
  files: ReadonlyMap<string, SourceFile>,
  known: ReadonlySet<string>,
): ReadonlyMap<string, SourceFile> {
  const corrected = ({ references, ...file }: SourceFile): SourceFile => ({
    ...file,
    references: references.map((reference) =>
      known.has(reference.target) ? reference : { ...reference, target: existing(reference.target, known) }
    ),
  });
  return new Map([...files].map(([path, file]) => [path, corrected(file)]));
}

/**
 * Finds the existing file of a target. With a bundler, a specifier may omit the extension, have that of the compiled
 * file, or name a folder.
 */
function existing(target: string, known: ReadonlySet<string>): string {
  if (target.includes(":")) return target;
  const base = target.replace(/\.([cm]?)js(x?)$|\/$/, "");
  const folder = base === "" ? "" : `${base}/`;
  const names = [".ts", ".tsx", ".mts", ".js"].map((end) => base + end);
  return [...names, `${folder}index.ts`, `${folder}mod.ts`, `${folder}index.js`].find((path) => known.has(path)) ??
    target;
}
