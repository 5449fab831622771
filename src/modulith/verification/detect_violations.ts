import type { ScannedModules } from "../model/scanned_modules.ts";
import type { ApplicationModulesOptions } from "../model/application_modules_options.ts";
import { detectCycles } from "./detect_cycles.ts";
import { detectForbiddenReferences } from "./detect_forbidden_references.ts";
import { Violations } from "./violations.ts";

/**
 * Finds all violations of an application's structure: cycles, then violations of custom rules, then forbidden
 * references.
 *
 * @param modules the scanned modules
 * @param options severity of cycles among types, and custom rules
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
