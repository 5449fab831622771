import type { SourceTree } from "../source/source_tree.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ModuleReference } from "./module_reference.ts";

/** The modules that a scan found, as rules see them. */
export interface ScannedModules extends Iterable<ApplicationModule> {
  /** The source files. */
  readonly tree: SourceTree;
  /** Name of the whole. */
  readonly systemName: string;
  /** All modules, in the order of their folders. */
  readonly modules: readonly ApplicationModule[];
  /** What stands for the files outside of all modules, one for each root. */
  readonly roots: readonly ApplicationModule[];
  /** All references that lead from one module to another. */
  readonly references: readonly ModuleReference[];
  /** Finds a module by its identifier. */
  module(identifier: string): ApplicationModule | undefined;
  /** Finds the module that a file belongs to, by the path relative to the root. */
  moduleOf(path: string): ApplicationModule | undefined;
  /** The modules whose folders lie within that of another. */
  nestedIn(module: ApplicationModule): readonly ApplicationModule[];
}
