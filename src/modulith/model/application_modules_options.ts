import type { ModuleRule } from "../verification/module_rule.ts";
import type { ModuleAttributes } from "./module_attributes.ts";
import type { ModuleDetection } from "./module_folders.ts";

/** What a scan is told about the application. */
export interface ApplicationModulesOptions {
  /** Name of the whole, first part of every base package; by default the name of the root folder. */
  readonly systemName?: string;
  /** Further folders whose sub-folders are modules. */
  readonly additionalRoots?: readonly (string | URL)[];
  /** Identifiers of modules that every module may use. */
  readonly sharedModules?: readonly string[];
  /** Whether a module's identifier is its base package instead of the path below the root. */
  readonly fullyQualifiedModuleNames?: boolean;
  /** Which folders are modules; by default the direct sub-folders of the root. */
  readonly detection?: ModuleDetection;
  /** Attributes by folder, for modules that are not declared in a `module.ts` of their own. */
  readonly declarations?: Readonly<Record<string, ModuleAttributes>>;
  /**
   * Leaves files and folders out.
   *
   * @param path relative to the root; a folder's ends in a slash
   */
  readonly ignore?: (path: string) => boolean;
  /** What cycles are that exist only for the type checker: by default `"warn"`. */
  readonly typeOnlyCycles?: "error" | "warn" | "ignore";
  /** Further rules. */
  readonly rules?: readonly ModuleRule[];
}
