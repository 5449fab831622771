import type { ModuleDescriptor } from "./module_descriptor.ts";
import type { ModuleFacts, ModuleStructure } from "./module_structure.ts";
import type { RuntimeDependencies } from "./runtime_dependencies.ts";

/** A module with all that is known of it. */
export interface FullModuleDescriptor extends ModuleDescriptor {
  /** Whether others may use all of its files, or its interfaces alone. */
  readonly type: "open" | "closed";
  /** Whether every module may use it. */
  readonly shared: boolean;
  /** Exposed names by interface; the unnamed one is `<<UNNAMED>>`. */
  readonly namedInterfaces: Readonly<Record<string, readonly string[]>>;
  /** What it may depend on, without shared modules. */
  readonly allowedDependencies?: readonly string[];
  /** Components whose dependencies can't be seen, as they are made by a function that has the whole container. */
  readonly unseenDependenciesOf?: readonly string[];
}

/**
 * Adds to a description what clients seldom need.
 *
 * @param descriptor the description
 * @param facts what the sources tell about the module
 * @param context all modules, and what container and listeners tell
 */
export function fullDescriptor(
  descriptor: ModuleDescriptor,
  facts: ModuleFacts,
  context: { readonly structure: ModuleStructure; readonly runtime: RuntimeDependencies },
): FullModuleDescriptor {
  const { displayName, basePackage, parent, nested, dependencies } = descriptor;
  const allowedDependencies = shownAllowedDependencies(facts, context.structure);
  const unseen = context.runtime.unseen.get(facts.identifier);
  return {
    displayName,
    basePackage,
    ...(parent !== undefined && { parent }),
    ...(nested !== undefined && { nested }),
    type: facts.type,
    shared: facts.shared,
    namedInterfaces: facts.interfaces,
    ...(allowedDependencies !== undefined && { allowedDependencies }),
    dependencies,
    ...(unseen !== undefined && { unseenDependenciesOf: unseen }),
  };
}

/** Where nothing may be used beside shared modules the list is there and empty; where there are none it is absent. */
function shownAllowedDependencies(
  { allowedDependencies }: ModuleFacts,
  { modules }: ModuleStructure,
): readonly string[] | undefined {
  const shared = modules.filter((module) => module.shared).map(({ identifier }) => identifier);
  if (allowedDependencies === undefined || allowedDependencies.length + shared.length === 0) return undefined;
  return allowedDependencies.filter((entry) => !shared.includes(entry.split("::")[0]!.trim()));
}
