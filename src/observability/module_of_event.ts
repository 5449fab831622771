import type { InstalledModule } from "../kernel/mod.ts";
import type { ModuleCalls } from "../modulith/mod.ts";

/**
 * Finds the module of an event: the one that declares the event's class, if its sources are known, else the one that
 * publishes it. Events of no module, such as those of the framework, are excluded from the traffic of modules.
 *
 * @param type name of the event's class
 * @param known the modules, and the source of the current module
 */
export function moduleOfEvent(
  type: string,
  { modules, calls }: { readonly modules: readonly InstalledModule[]; readonly calls: ModuleCalls | undefined },
): InstalledModule | undefined {
  return modules.find((module) => module.exposes?.(type)) ??
    modules.find(({ identifier }) => identifier === calls?.currentModule);
}
