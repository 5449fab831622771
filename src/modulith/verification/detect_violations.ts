import type { ScannedModules } from "../model/scanned_modules.ts";
import type { ApplicationModulesOptions } from "../model/application_modules_options.ts";
import { detectCycles } from "./detect_cycles.ts";
import { detectForbiddenReferences } from "./detect_forbidden_references.ts";
import { Violations } from "./violations.ts";

/**
 * Looks for everything that breaks the structure of an application: cycles, then the rules of the application's own,
 * then references that are not allowed.
 *
 * @param modules what was found
 * @param options how cycles among types count, and further rules
 */
export function detectViolations(modules: ScannedModules, options: ApplicationModulesOptions): Violations {
  const { typeOnlyCycles = "warn", rules = [] } = options;
  const cycles = detectCycles(modules);
  const ofTypes = typeOnlyCycles === "ignore" ? [] : cycles.ofTypes;
  return new Violations(
    [
      ...cycles.atRunTime,
      ...typeOnlyCycles === "error" ? ofTypes : [],
      ...rules.flatMap((rule) => rule(modules)),
      ...detectForbiddenReferences(modules),
    ],
    typeOnlyCycles === "warn" ? ofTypes : [],
  );
}
