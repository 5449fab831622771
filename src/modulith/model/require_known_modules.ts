import { closestName } from "../../kernel/mod.ts";
import { type AllowedDependency, describeAllowedDependency } from "./allowed_dependency.ts";
import type { ApplicationModule } from "./application_module.ts";
import type { ScannedModules } from "./scanned_modules.ts";
import type { ApplicationModulesOptions } from "./application_modules_options.ts";
import { UNNAMED_INTERFACE } from "./module_interfaces.ts";

/**
 * Requires that all modules and interfaces named by declarations exist.
 *
 * @param modules all modules
 * @param options options of the scan
 * @throws TypeError naming the declaration and the unknown name
 */
export function requireKnownModules(modules: ScannedModules, options: ApplicationModulesOptions): void {
  for (const name of options.sharedModules ?? []) {
    if (modules.module(name) === undefined) {
      const known = modules.modules.map(({ identifier }) => identifier);
      throw new TypeError(`Cannot share a module: Module ${name} does not exist!${suggest(name, known)}`);
    }
  }
  for (const module of modules) {
    for (const entry of module.allowedDependencies ?? []) requireKnown(module, entry, modules);
  }
}

function requireKnown(module: ApplicationModule, entry: AllowedDependency, modules: ScannedModules): void {
  const { target, interfaceName } = entry;
  const found = modules.module(target);
  if (found === undefined) {
    throw new TypeError(
      `Invalid explicit module dependency in ${module.identifier}! No module found with name '${target}'.` +
        suggest(target, modules.modules.map(({ identifier }) => identifier)),
    );
  }
  if (interfaceName === undefined || interfaceName === "*" || found.interfaces.names.includes(interfaceName)) return;
  throw new TypeError(
    `No named interface named '${interfaceName}' found! Original dependency declaration: ${module.identifier} -> ${
      describeAllowedDependency(entry)
    }.${suggest(interfaceName, found.interfaces.names.filter((name) => name !== UNNAMED_INTERFACE))}`,
  );
}

/** Suggests the closest known name; without a close one lists the known names, if they are few. */
function suggest(written: string, known: readonly string[]): string {
  const meant = closestName(written, known);
  if (meant !== undefined) return ` Did you mean '${meant}'?`;
  return known.length > 0 && known.length <= maxListed ? ` Known are ${known.join(", ")}.` : "";
}

const maxListed = 20;
