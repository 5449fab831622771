import type { SourceTree } from "../source/source_tree.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ModuleReference } from "./module_reference.ts";

/** The modules found by a scan, as passed to rules. */
export interface ScannedModules extends Iterable<ApplicationModule> {
  /** The source files. */
  readonly tree: SourceTree;
  /** Name of the application. */
  readonly systemName: string;
  /** All modules, in the order of their folders. */
  readonly modules: readonly ApplicationModule[];
  /** The pseudo-modules of the files outside of all modules, one for each root. */
  readonly roots: readonly ApplicationModule[];
  /** All references from one module to another. */
  readonly references: readonly ModuleReference[];
  /** Finds a module by its identifier. */
  module(identifier: string): ApplicationModule | undefined;
  /** Finds the module of a file by its path relative to the root. */
  moduleOf(path: string): ApplicationModule | undefined;
  /** The modules nested in a module. */
  nestedIn(module: ApplicationModule): readonly ApplicationModule[];
}
