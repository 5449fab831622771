import type { ModuleFacts } from "../modulith/mod.ts";

/**
 * Sorts application modules so that each comes after those that it uses or may depend on. Independent modules, and
 * those of a cycle, are sorted by identifier.
 *
 * @param modules the facts found in their sources
 */
export function inDependencyOrder(modules: readonly ModuleFacts[]): ModuleFacts[] {
  const byIdentifier = new Map(
    [...modules].sort((a, b) => a.identifier < b.identifier ? -1 : 1).map((module) => [module.identifier, module]),
  );
  const ordered = new Set<ModuleFacts>();
  const entered = new Set<ModuleFacts>();
  const enter = (module: ModuleFacts): void => {
    if (entered.has(module)) return;
    entered.add(module);
    for (const target of targetsOf(module)) {
      const needed = byIdentifier.get(target);
      if (needed !== undefined) enter(needed);
    }
    ordered.add(module);
  };
  for (const module of byIdentifier.values()) enter(module);
  return [...ordered];
}

function targetsOf({ uses, allowedDependencies = [] }: ModuleFacts): string[] {
  // "order :: spi" is an interface of the module "order".
  const allowed = allowedDependencies.map((entry) => entry.split("::")[0]!.trim());
  const used = (typeOnly: boolean) => uses.filter((use) => use.typeOnly === typeOnly).map(({ target }) => target);
  // In a cycle, run-time dependencies take precedence over type-only ones.
  return [...used(false).sort(), ...allowed.sort(), ...used(true).sort()];
}
