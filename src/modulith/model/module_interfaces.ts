import { isModuleFile } from "../source/module_declaration.ts";
import type { PackageExports } from "../source/source_tree.ts";
import type { ExportIndex } from "./export_index.ts";

/** Name of the unnamed interface: the exports of a module's `mod.ts`. */
export const UNNAMED_INTERFACE = "<<UNNAMED>>";

const barrelName = /^mod\.[cm]?[jt]sx?$/;

/** Whether a path is the `module.ts` of a folder, which only the composition root imports. */
export function isDeclarationFile(path: string, folder: string): boolean {
  return path.startsWith(folder) && !path.slice(folder.length).includes("/") && isModuleFile(path);
}

/** The options of {@linkcode ModuleInterfaces}. */
export interface ModuleInterfacesOptions {
  /** The module's folder, ending in a slash; `""` for the root. */
  readonly folder: string;
  /** Paths of the module's files. */
  readonly files: readonly string[];
  readonly isOpen: boolean;
  /** Files and folders by interface name, relative to the folder. */
  readonly named: Readonly<Record<string, string | readonly string[]>>;
  /** The exports of the module if it is a member of a workspace: `"."` replaces its `mod.ts`. */
  readonly exports?: PackageExports;
}

/** The interfaces of a module, and the names that they expose. */
export class ModuleInterfaces {
  readonly #options: ModuleInterfacesOptions;
  readonly #exports: ExportIndex;
  /** The module's `mod.ts`, if it has one. */
  readonly barrel: string | undefined;
  readonly #byFile = new Map<string, string[]>();

  /**
   * Creates the interfaces.
   *
   * @param options the module's files
   * @param exports finds declarations
   * @throws TypeError when a named interface has no files, or no name
   */
  constructor(options: ModuleInterfacesOptions, exports: ExportIndex) {
    this.#options = options;
    this.#exports = exports;
    this.barrel = options.exports?.["."] ??
      options.files.find((path) => this.#isDirect(path) && barrelName.test(path.slice(options.folder.length)));
    this.#requireNames();
    for (const [name, paths] of Object.entries(options.named)) {
      for (const path of [paths].flat()) {
        for (const file of this.#requireFiles(name, path)) this.#addFile(file, name);
      }
    }
    for (const [key, path] of Object.entries(options.exports ?? {})) {
      if (key !== ".") this.#addFile(path, key.replace(/^\.\//, ""));
    }
  }

  #addFile(path: string, name: string): void {
    this.#byFile.set(path, [...this.#byFile.get(path) ?? [], name]);
  }

  /** Names of the interfaces, the unnamed one first, the others sorted. */
  get names(): readonly string[] {
    return [UNNAMED_INTERFACE, ...[...this.contents().keys()].filter((name) => name !== UNNAMED_INTERFACE).sort()];
  }

  /**
   * The interfaces that a name belongs to when it is imported from a file of the module.
   *
   * @param path of the file
   * @param name as it is imported; `"*"` for all
   * @returns names of interfaces; empty when the name is not exposed
   */
  interfacesOf(path: string, name: string): readonly string[] {
    const byFile = this.#byFile.get(path);
    if (byFile !== undefined) return byFile;
    const declaration = this.#exports.declarationOf(path, name)?.declaration;
    if (declaration?.namedInterfaces !== undefined) return declaration.namedInterfaces;
    return this.#isUnnamedInterface(path) && declaration?.internal === undefined ? [UNNAMED_INTERFACE] : [];
  }

  /**
   * The file from which names should be imported that were imported past the interfaces.
   *
   * @param path of the file that they were imported from
   * @param names that aren't exposed there; `"*"` for all exports of the file
   * @returns the first file that exposes the same declarations: `mod.ts`, then the files of named interfaces;
   *   `undefined` if none does
   */
  faceFor(path: string, names: readonly string[]): string | undefined {
    const exported = this.#exports.namesOf(path);
    const needed = names.includes("*") ? [...exported.keys()] : names;
    const offers = (face: string) =>
      needed.length > 0 && needed.every((name) => {
        const [meant, offered] = [exported.get(name), this.#exports.declarationOf(face, name)];
        return offered !== undefined && offered.path === meant?.path && offered.name === meant.name &&
          this.interfacesOf(face, name).length > 0;
      });
    const faces = [...this.barrel === undefined ? [] : [this.barrel], ...this.#byFile.keys()];
    return faces.find((face) => face !== path && offers(face));
  }

  /** The names of each interface, sorted. */
  contents(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, Set<string>>([[UNNAMED_INTERFACE, new Set()]]);
    for (const name of [...this.#byFile.values()].flat()) found.set(name, new Set());
    for (const path of this.#options.files) {
      for (const exported of this.#exports.namesOf(path).keys()) {
        for (const name of this.interfacesOf(path, exported)) {
          found.set(name, (found.get(name) ?? new Set()).add(exported));
        }
      }
    }
    return new Map([...found].map(([name, names]) => [name, [...names].sort()]));
  }

  /** The declared names of exposed symbols, where an alias, a default export or a namespace hides them. */
  get declaredAs(): readonly string[] {
    const found = this.#options.files.flatMap((path) =>
      [...this.#exports.namesOf(path).keys()].filter((name) => this.interfacesOf(path, name).length > 0)
        .flatMap((name) => this.#exports.otherNamesOf(path, [name]))
    );
    return [...new Set(found)].sort();
  }

  /** Whether what a file exports belongs to the unnamed interface. */
  #isUnnamedInterface(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (isDeclarationFile(path, this.#options.folder) || name.startsWith("_")) return false;
    if (this.#options.isOpen) return true;
    return this.barrel === undefined ? this.#isDirect(path) : path === this.barrel;
  }

  #isDirect(path: string): boolean {
    return !path.slice(this.#options.folder.length).includes("/");
  }

  /** Rejects interfaces without a name in the module's own folder: only sub-folders provide a default name. */
  #requireNames(): void {
    for (const path of this.#options.files.filter((file) => this.#isDirect(file))) {
      const unnamed = this.#exports.exportsOf(path).find(({ isNamedByFolder }) => isNamedByFolder);
      if (unnamed === undefined) continue;
      throw new TypeError(
        `Cannot use named interface defaulting for "${unnamed.name}" of ${path} as it lies in the base folder of its ` +
          'module: the tag must say a name, such as "@namedInterface spi"',
      );
    }
  }

  #requireFiles(name: string, path: string): string[] {
    const files = this.#filesAt(path);
    if (files.length > 0) return files;
    throw new TypeError(
      `Cannot find named interface "${name}" of the module in "${this.#options.folder}" as its path must lead to a file ` +
        `of the module, or a folder with files: current value is "${path}"`,
    );
  }

  #filesAt(relative: string): string[] {
    const path = this.#options.folder + relative.replace(/^\.\//, "").replace(/\/$/, "");
    if (this.#options.files.includes(path)) return [path];
    const inside = this.#options.files.filter((file) =>
      file.startsWith(`${path}/`) && !file.slice(path.length + 1).includes("/")
    );
    const barrel = inside.find((file) => barrelName.test(file.slice(path.length + 1)));
    return barrel === undefined ? inside : [barrel];
  }
}
