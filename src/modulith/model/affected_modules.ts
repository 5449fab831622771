import type { ApplicationModule } from "./application_module.ts";
import type { ScannedModules } from "./scanned_modules.ts";

/** Files outside of all modules that any module may depend on: sources, configuration, locks. */
const concernsAll = /(?:\.[cm]?[jt]sx?|\.jsonc?|\.lock)$/;

/**
 * Finds the modules that a change touches: those whose files changed, and those that depend on them, directly or not.
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

/** The configuration may lie in a folder around the root. */
function isConfiguration(path: string): boolean {
  return /(?:^|\/)(?:deno\.jsonc?|deno\.lock|package\.json)$/.test(path);
}
