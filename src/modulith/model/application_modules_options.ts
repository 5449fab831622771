import type { ModuleRule } from "../verification/module_rule.ts";
import type { ModuleAttributes } from "./module_attributes.ts";
import type { ModuleDetection } from "./module_folders.ts";

/** The options of a scan. */
export interface ApplicationModulesOptions {
  /** Name of the application, the first part of every base package; by default the name of the root folder. */
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
   * Returns whether to exclude a file or folder.
   *
   * @param path relative to the root; a folder's ends in a slash
   */
  readonly ignore?: (path: string) => boolean;
  /** Severity of cycles that exist only for the type checker; `"warn"` by default. */
  readonly typeOnlyCycles?: "error" | "warn" | "ignore";
  /** Custom rules. */
  readonly rules?: readonly ModuleRule[];
}
