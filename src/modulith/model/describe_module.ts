import { describeAllowedDependency } from "./allowed_dependency.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ScannedModules } from "./scanned_modules.ts";

/**
 * Describes a module as readable text.
 *
 * @param module the module
 * @param modules all modules
 */
export function describeModule(module: ApplicationModule, modules: ScannedModules): string {
  const { displayName, identifier, basePackage, parent, type, allowedDependencies, interfaces } = module;
  const targets = modules.references.filter(({ origin }) => origin === module).map(({ target }) => target.identifier);
  const nested = modules.nestedIn(module).map((each) => each.identifier);
  const offered = [...interfaces.contents()].filter(([, names]) => names.length > 0);
  return [
    `# ${displayName}${type === "open" ? " (open)" : ""}`,
    `> Logical name: ${identifier}`,
    `> Base package: ${basePackage}`,
    ...parent === undefined ? [] : [`> Parent module: ${parent.identifier}`],
    ...nested.length === 0 ? [] : [`> Nested modules: ${nested.join(", ")}`],
    ...allowedDependencies === undefined
      ? []
      : [`> Allowed dependencies: ${allowedDependencies.map(describeAllowedDependency).join(", ") || "none"}`],
    `> Named interfaces:${offered.length === 0 ? " none" : ""}`,
    ...offered.map(([name, names]) => `  + ${name}: ${names.join(", ")}`),
    `> Direct module dependencies: ${[...new Set(targets)].sort().join(", ") || "none"}`,
  ].join("\n");
}
