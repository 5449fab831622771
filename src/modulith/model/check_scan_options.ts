import { checkOptions, describeValue, type OptionNames } from "../../kernel/mod.ts";
import type { ApplicationModulesOptions } from "./application_modules_options.ts";

/** The allowed values of an option. */
interface OptionRule {
  readonly allowed: string;
  accepts(value: unknown): boolean;
}

const isText = (value: unknown) => typeof value === "string";
const isFunction = (value: unknown) => typeof value === "function";
const isListOf = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(accepts);
const isOneOf = (...values: readonly unknown[]) => (value: unknown) => values.includes(value);

const rules: Readonly<Record<keyof ApplicationModulesOptions, OptionRule>> = {
  systemName: { allowed: "a string", accepts: isText },
  additionalRoots: { allowed: "a list of URLs", accepts: isListOf((value) => isText(value) || value instanceof URL) },
  sharedModules: { allowed: "a list of strings", accepts: isListOf(isText) },
  fullyQualifiedModuleNames: { allowed: "true or false", accepts: isOneOf(true, false) },
  detection: {
    allowed: '"direct-sub-folders", "explicitly-declared" or a function',
    accepts: (value) => isFunction(value) || isOneOf("direct-sub-folders", "explicitly-declared")(value),
  },
  declarations: {
    allowed: "an object of attributes by folder",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  ignore: { allowed: "a function", accepts: isFunction },
  typeOnlyCycles: { allowed: '"error", "warn" or "ignore"', accepts: isOneOf("error", "warn", "ignore") },
  rules: { allowed: "a list of functions", accepts: isListOf(isFunction) },
};

/** The names of all options of a scan; the compiler requires a rule for each. */
export const scanOptionNames = Object.fromEntries(
  Object.keys(rules).map((name) => [name, true]),
) as OptionNames<ApplicationModulesOptions>;

/**
 * Checks the options of a scan. A misspelt `typeOnlyCycles`, for example, would hide cycles.
 *
 * @param options options of the scan
 * @throws TypeError naming the unknown or invalid option
 */
export function checkScanOptions(options: ApplicationModulesOptions): void {
  checkOptions("ApplicationModules", options, scanOptionNames);
  for (const [name, rule] of Object.entries(rules)) {
    const value = options[name as keyof ApplicationModulesOptions];
    if (value === undefined || rule.accepts(value)) continue;
    throw new TypeError(
      `Cannot use option "${name}" of ApplicationModules as it must be ${rule.allowed}: current value is ${
        describeValue(value)
      }`,
    );
  }
}
