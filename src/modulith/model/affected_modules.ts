import type { ApplicationModule } from "./application_module.ts";
import type { ScannedModules } from "./scanned_modules.ts";

/** Files that affect all modules if they are outside of all modules: sources, configuration, lock files. */
const concernsAll = /(?:\.[cm]?[jt]sx?|\.jsonc?|\.lock)$/;

/**
 * Finds the modules affected by a change: those whose files changed, and those that depend on them, directly or not.
 *
 * @param modules all modules
 * @param paths of changed files, relative to the root; they need not exist any more
 * @returns the modules in their order; all of them when a source or a configuration file outside of all modules changed
 */
export function affectedModules(modules: ScannedModules, paths: readonly string[]): ApplicationModule[] {
  const affected = new Set<ApplicationModule>();
  for (const path of paths) {
    const module = modules.moduleOf(path);
    if (module !== undefined && !module.isRoot) affected.add(module);
    else if (concernsAll.test(path) && (module?.isRoot || isConfiguration(path))) return [...modules.modules];
  }
  for (const module of affected) {
    for (const { origin, target } of modules.references) {
      if (target === module && !origin.isRoot) affected.add(origin);
    }
  }
  return modules.modules.filter((module) => affected.has(module));
}

/** Whether a path is that of a configuration, which may be in a folder above the root. */
function isConfiguration(path: string): boolean {
  return /(?:^|\/)(?:deno\.jsonc?|deno\.lock|package\.json)$/.test(path);
}
