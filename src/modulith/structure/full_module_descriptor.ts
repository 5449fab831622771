import type { ModuleDescriptor } from "./module_descriptor.ts";
import type { ModuleFacts, ModuleStructure } from "./module_structure.ts";
import type { RuntimeDependencies } from "./runtime_dependencies.ts";

/** The complete description of a module. */
export interface FullModuleDescriptor extends ModuleDescriptor {
  /** Whether other modules may use all of its files (`"open"`) or only its interfaces (`"closed"`). */
  readonly type: "open" | "closed";
  /** Whether every module may use it. */
  readonly shared: boolean;
  /** Exposed names by interface; the unnamed one is `<<UNNAMED>>`. */
  readonly namedInterfaces: Readonly<Record<string, readonly string[]>>;
  /** The allowed dependencies, without shared modules. */
  readonly allowedDependencies?: readonly string[];
  /** Components whose dependencies are unknown, as a function with access to the whole container creates them. */
  readonly unseenDependenciesOf?: readonly string[];
}

/**
 * Adds the details of the complete description.
 *
 * @param descriptor the description
 * @param facts the facts found in the module's sources
 * @param context all modules, and the dependencies by components and listeners
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

/** The list to show: empty if only shared modules are allowed, absent if no dependencies were declared. */
function shownAllowedDependencies(
  { allowedDependencies }: ModuleFacts,
  { modules }: ModuleStructure,
): readonly string[] | undefined {
  const shared = modules.filter((module) => module.shared).map(({ identifier }) => identifier);
  if (allowedDependencies === undefined || allowedDependencies.length + shared.length === 0) return undefined;
  return allowedDependencies.filter((entry) => !shared.includes(entry.split("::")[0]!.trim()));
}
