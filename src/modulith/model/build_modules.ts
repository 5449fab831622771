import { additionalFolders, type SourceTree } from "../source/source_tree.ts";
import { allowedDependencyOf } from "./allowed_dependency.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ApplicationModulesOptions } from "./application_modules_options.ts";
import type { ExportIndex } from "./export_index.ts";
import { findModuleFolders, type ModuleFolder, rootAround } from "./module_folders.ts";
import { ModuleInterfaces } from "./module_interfaces.ts";

/** The modules of an application, and the pseudo-modules of the files outside of them. */
export interface BuiltModules {
  /** The modules, sorted by folder. */
  readonly modules: readonly ApplicationModule[];
  /** The pseudo-modules, one for each root. */
  readonly roots: readonly ApplicationModule[];
}

/**
 * Builds the modules from the source files.
 *
 * @param tree the source files
 * @param exports finds the names that files export
 * @param options options of the scan
 * @throws TypeError when two modules have the same identifier
 */
export function buildModules(
  tree: SourceTree,
  exports: ExportIndex,
  options: ApplicationModulesOptions,
): BuiltModules {
  const roots = ["", ...additionalFolders(tree.root, options.additionalRoots ?? [])];
  const { detection = "direct-sub-folders", declarations = {} } = options;
  const folders = findModuleFolders(tree, { detection, roots, declarations });
  const owners = ownersOf(tree, [...roots, ...folders.map(({ folder }) => folder)]);
  const context: BuildContext = { tree, options, exports, roots, owners };
  const modules: ApplicationModule[] = [];
  for (const folder of folders) {
    // Sorted by path, so that a parent folder precedes its children.
    const parent = modules.findLast((each) => folder.folder.startsWith(each.folder));
    modules.push(moduleOf(folder, parent, context));
  }
  requireDistinct(modules);
  return { modules, roots: roots.map((folder) => rootModule(folder, context)) };
}

interface BuildContext {
  readonly tree: SourceTree;
  readonly options: ApplicationModulesOptions;
  readonly exports: ExportIndex;
  /** Paths of the roots, `""` for the main one. */
  readonly roots: readonly string[];
  /** Paths of the files by the folder that they belong to. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
}

/** The name of the application, the first part of base packages. */
export function systemNameOf(tree: SourceTree, options: ApplicationModulesOptions): string {
  return options.systemName ?? lastSegment(decodeURIComponent(tree.root.pathname));
}

function lastSegment(path: string): string {
  return path.split("/").filter((part) => part !== "").at(-1) ?? "application";
}

/** Assigns each file to the closest enclosing folder. */
function ownersOf(tree: SourceTree, folders: readonly string[]): Map<string, string[]> {
  const owners = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  for (const path of tree.files.keys()) owners.get(closestFolder(path, owners) ?? "")?.push(path);
  return owners;
}

/**
 * The closest of some folders that contains a path.
 *
 * @param path below the root
 * @param folders by path
 */
export function closestFolder(path: string, folders: { has(folder: string): boolean }): string | undefined {
  for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end + 1);
    if (folders.has(folder)) return folder;
    if (end === 0) break;
  }
  return path.startsWith("../") || path.includes(":") ? undefined : "";
}

function moduleOf(
  { folder, attributes }: ModuleFolder,
  parent: ApplicationModule | undefined,
  { tree, options, exports, roots, owners }: BuildContext,
): ApplicationModule {
  const { sharedModules = [], fullyQualifiedModuleNames = false } = options;
  const root = rootAround(folder, roots) ?? "";
  const segments = folder.slice(root.length, -1).split("/");
  const basePackage = [root === "" ? systemNameOf(tree, options) : lastSegment(root), ...segments].join(".");
  const identifier = attributes.id ?? (fullyQualifiedModuleNames ? basePackage : segments.join("."));
  const name = segments.at(-1) ?? "";
  const type = attributes.type ?? "closed";
  const files = owners.get(folder)!;
  const packageExports = tree.packages.get(folder);
  return {
    identifier,
    displayName: attributes.displayName ?? name.charAt(0).toUpperCase() + name.slice(1),
    basePackage,
    folder,
    type,
    isShared: sharedModules.includes(identifier),
    isRoot: false,
    parent,
    allowedDependencies: attributes.allowedDependencies?.map(allowedDependencyOf),
    files,
    interfaces: new ModuleInterfaces(
      {
        folder,
        files,
        isOpen: type === "open",
        named: attributes.namedInterfaces ?? {},
        ...(packageExports !== undefined && { exports: packageExports }),
      },
      exports,
    ),
  };
}

function rootModule(folder: string, { tree, options, exports, owners }: BuildContext): ApplicationModule {
  const basePackage = folder === "" ? systemNameOf(tree, options) : lastSegment(folder);
  const files = owners.get(folder)!;
  return {
    identifier: `root:${basePackage}`,
    displayName: basePackage,
    basePackage,
    folder,
    type: "closed",
    isShared: false,
    isRoot: true,
    parent: undefined,
    allowedDependencies: undefined,
    files,
    // Any module may use the files outside of all modules.
    interfaces: new ModuleInterfaces({ folder, files, isOpen: true, named: {} }, exports),
  };
}

function requireDistinct(modules: readonly ApplicationModule[]): void {
  const known = new Map<string, ApplicationModule>();
  for (const module of modules) {
    const other = known.get(module.identifier);
    if (other !== undefined) {
      throw new TypeError(
        `Cannot use two modules of one identifier: "${module.identifier}" is that of ${other.folder} and ${module.folder}; ` +
          'declare another "id" for one of them, or use "fullyQualifiedModuleNames"',
      );
    }
    known.set(module.identifier, module);
  }
}
