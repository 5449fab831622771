import type { ScannedModules } from "../model/scanned_modules.ts";
import type { Violation } from "./violation.ts";

/**
 * A custom rule for the verification of modules.
 *
 * @param modules the scanned modules
 * @returns the violations of the rule
 */
export type ModuleRule = (modules: ScannedModules) => readonly Violation[];
