import { SourceTree } from "../source/source_tree.ts";
import { detectViolations } from "../verification/detect_violations.ts";
import type { Violations } from "../verification/violations.ts";
import { type Baseline, withoutBaseline } from "../verification/baseline.ts";
import { affectedModules } from "./affected_modules.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ApplicationModulesOptions } from "./application_modules_options.ts";
import { buildModules, type BuiltModules, closestFolder, systemNameOf } from "./build_modules.ts";
import { checkScanOptions } from "./check_scan_options.ts";
import { collectReferences } from "./collect_references.ts";
import { ExportIndex } from "./export_index.ts";
import { describeModule } from "./describe_module.ts";
import type { ModuleNotice } from "./module_notice.ts";
import type { ModuleReference } from "./module_reference.ts";
import type { ScannedModules } from "./scanned_modules.ts";
import { requireKnownModules } from "./require_known_modules.ts";

/** The modules of an application, found in its source files. */
export class ApplicationModules implements ScannedModules, Iterable<ApplicationModule> {
  /** The source files. */
  readonly tree: SourceTree;
  /** Name of the application. */
  readonly systemName: string;
  readonly #options: ApplicationModulesOptions;
  readonly #exports: ExportIndex;
  readonly #built: BuiltModules;
  readonly #byFolder: ReadonlyMap<string, ApplicationModule>;
  #references: readonly ModuleReference[] | undefined;

  /**
   * Creates the modules.
   *
   * @param tree the source files
   * @param options options of the scan
   * @throws TypeError when an option does not exist, or a declaration names an unknown module or interface
   */
  constructor(tree: SourceTree, options: ApplicationModulesOptions = {}) {
    checkScanOptions(options);
    this.tree = tree;
    this.systemName = systemNameOf(tree, options);
    this.#options = options;
    this.#exports = new ExportIndex(tree);
    this.#built = buildModules(tree, this.#exports, options);
    this.#byFolder = new Map([...this.#built.roots, ...this.#built.modules].map((each) => [each.folder, each]));
    requireKnownModules(this, options);
  }

  /**
   * Reads the source files below a folder and finds the modules.
   *
   * @param root the folder, or a file in it: `import.meta.url`
   * @param options options of the scan
   * @returns the modules
   * @throws Deno.errors.NotCapable when the folder may not be read
   * @throws SyntaxError when a module's declaration has computed values, or is not in `module.ts`
   * @throws TypeError when an option does not exist, or a declaration names an unknown module or interface
   *
   * @example
   * ```ts
   * import { ApplicationModules } from "@espalier/espalier/modulith";
   *
   * const modules = await ApplicationModules.scan(new URL("src/", `file://${Deno.cwd()}/`));
   * for (const message of modules.detectViolations().messages) console.log(message);
   * // or, in a test: modules.verify();
   * ```
   */
  // deno-lint-ignore require-await -- asynchronous, so that a scan may use asynchronous APIs later
  static async scan(root: string | URL, options: ApplicationModulesOptions = {}): Promise<ApplicationModules> {
    checkScanOptions(options);
    const { additionalRoots = [], ignore } = options;
    const tree = SourceTree.read(root, { additionalRoots, ...(ignore !== undefined && { ignore }) });
    return new ApplicationModules(tree, options);
  }

  /** All modules, in the order of their folders. */
  get modules(): readonly ApplicationModule[] {
    return this.#built.modules;
  }

  /** The pseudo-modules of the files outside of all modules, one for each root. */
  get roots(): readonly ApplicationModule[] {
    return this.#built.roots;
  }

  /** All references from one module to another. */
  get references(): readonly ModuleReference[] {
    return this.#references ??= collectReferences(this.tree, this.#exports, (path) => this.moduleOf(path));
  }

  /** Loads of computed files, whose modules are unknown: `import("./pages/" + name)`. */
  get notices(): readonly ModuleNotice[] {
    return this.modules.flatMap(({ identifier, files }) =>
      files.flatMap((file) =>
        this.tree.files.get(file)!.computed.map(({ line, text }) => ({
          ...{ module: identifier, file, line },
          message: `Module '${identifier}' loads a computed file, which is not verified: ${text}`,
        }))
      )
    );
  }

  /**
   * Finds a module.
   *
   * @param identifier of a module
   * @returns the module, or `undefined`
   */
  module(identifier: string): ApplicationModule | undefined {
    return this.modules.find((module) => module.identifier === identifier);
  }

  /**
   * Returns the module of a file: the closest enclosing one.
   *
   * @param path below the root
   * @returns the module, the root's pseudo-module for a file outside of all modules, or `undefined` for one outside of
   *   the roots
   */
  moduleOf(path: string): ApplicationModule | undefined {
    const folder = closestFolder(path, this.#byFolder);
    return folder === undefined ? undefined : this.#byFolder.get(folder);
  }

  /**
   * The modules nested in a module, at any depth.
   *
   * @param module the enclosing module
   */
  nestedIn(module: ApplicationModule): readonly ApplicationModule[] {
    return this.modules.filter((each) => each !== module && each.folder.startsWith(module.folder));
  }

  /**
   * The modules affected by a change: those whose files changed, and those that depend on them, directly or not.
   *
   * @param paths of changed files, relative to the root; they need not exist any more
   * @returns all modules when a source or a configuration file outside of all modules changed
   */
  affectedBy(paths: readonly string[]): readonly ApplicationModule[] {
    return affectedModules(this, paths);
  }

  /** Finds all violations of the structure. */
  detectViolations(): Violations {
    return detectViolations(this, this.#options);
  }

  /**
   * Requires that the structure has no violations.
   *
   * @param options the baseline with tolerated violations of old code
   * @returns the modules, for chaining
   * @throws Violations all violations as one error
   */
  verify(options: { readonly baseline?: Baseline } = {}): this {
    const violations = this.detectViolations();
    const { baseline } = options;
    (baseline === undefined ? violations : withoutBaseline(violations, baseline).remaining).throwIfPresent();
    return this;
  }

  /** Iterates over the modules in the order of their folders. */
  [Symbol.iterator](): Iterator<ApplicationModule> {
    return this.modules[Symbol.iterator]();
  }

  /** Describes every module: its interfaces and dependencies. */
  toString(): string {
    return this.modules.map((module) => describeModule(module, this)).join("\n\n");
  }
}
