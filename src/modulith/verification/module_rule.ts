import type { ScannedModules } from "../model/scanned_modules.ts";
import type { Violation } from "./violation.ts";

/**
 * A rule that modules are verified by, beside those that always hold.
 *
 * @param modules what was found
 * @returns what breaks the rule
 */
export type ModuleRule = (modules: ScannedModules) => readonly Violation[];
