import { type AllowedDependency, describeAllowedDependency } from "./allowed_dependency.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ApplicationModules } from "./application_modules.ts";
import type { ApplicationModulesOptions } from "./application_modules_options.ts";

/**
 * Requires that what declarations name is there.
 *
 * @param modules all modules
 * @param options of the scan
 * @throws TypeError naming the declaration and what is missing
 */
export function requireKnownModules(modules: ApplicationModules, options: ApplicationModulesOptions): void {
  for (const name of options.sharedModules ?? []) {
    if (modules.module(name) === undefined) {
      throw new TypeError(`Cannot share a module: Module ${name} does not exist!`);
    }
  }
  for (const module of modules) {
    for (const entry of module.allowedDependencies ?? []) requireKnown(module, entry, modules);
  }
}

function requireKnown(module: ApplicationModule, entry: AllowedDependency, modules: ApplicationModules): void {
  const { target, interfaceName } = entry;
  const found = modules.module(target);
  if (found === undefined) {
    throw new TypeError(
      `Invalid explicit module dependency in ${module.identifier}! No module found with name '${target}'.`,
    );
  }
  if (interfaceName === undefined || interfaceName === "*" || found.interfaces.names.includes(interfaceName)) return;
  throw new TypeError(
    `No named interface named '${interfaceName}' found! Original dependency declaration: ${module.identifier} -> ${
      describeAllowedDependency(entry)
    }.`,
  );
}
