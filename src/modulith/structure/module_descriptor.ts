import type { ModuleFacts, ModuleStructure } from "./module_structure.ts";
import type { RuntimeDependencies } from "./runtime_dependencies.ts";

/** The type of a dependency: by an import, by a component, or by listening to an event. */
export type DependencyType = "DEFAULT" | "USES_COMPONENT" | "EVENT_LISTENER";

/** A dependency on another module. */
export interface DependencyDescriptor {
  /** Technical name of the other module. */
  readonly target: string;
  /** The types of the dependency; `DEFAULT` only if there is no other. */
  readonly types: readonly DependencyType[];
}

/** The description of a module in the actuator. */
export interface ModuleDescriptor {
  /** The name to display. */
  readonly displayName: string;
  /** The folder of the module, relative to the root. */
  readonly basePackage: string;
  /** Technical name of the enclosing module. */
  readonly parent?: string;
  /** Technical names of all nested modules. */
  readonly nested?: readonly string[];
  /** The dependencies of the module. */
  readonly dependencies: readonly DependencyDescriptor[];
}

/** All modules by their technical names. */
export type ModuleDescriptors = Readonly<Record<string, ModuleDescriptor>>;

/**
 * Describes the modules, each after those that it depends on; with a cycle the modules are sorted by name.
 *
 * @param structure what the sources tell
 * @param runtime what container and listeners tell; without it an import is all that is known
 *
 * @example
 * ```ts
 * import { ApplicationModules, describeModules, structureOf } from "@espalier/espalier/modulith";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.mkdir(new URL("catalog/", root));
 * await Deno.writeTextFile(new URL("catalog/mod.ts", root), "export class Books {}");
 * const { catalog } = describeModules(structureOf(await ApplicationModules.scan(root)));
 * console.log(catalog?.displayName); // "Catalog"
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export function describeModules(
  structure: ModuleStructure,
  runtime: RuntimeDependencies = nothingKnown,
): ModuleDescriptors {
  const dependencies = new Map(
    structure.modules.map((module) => [module.identifier, dependenciesOf(module, runtime)]),
  );
  const order = topologicalOrder(
    new Map([...dependencies].map(([name, all]) => [name, all.map(({ target }) => target)])),
  );
  const byName = new Map(structure.modules.map((module) => [module.identifier, module]));
  return Object.fromEntries(order.map((name) => {
    const { displayName, basePackage, parent, folder } = byName.get(name)!;
    const nested = order.filter((each) => each !== name && byName.get(each)!.folder.startsWith(folder));
    return [name, {
      displayName,
      basePackage,
      ...(parent !== undefined && { parent }),
      ...(nested.length > 0 && { nested }),
      dependencies: dependencies.get(name)!,
    }];
  }));
}

const nothingKnown: RuntimeDependencies = { components: new Map(), events: new Map(), unseen: new Map() };

function dependenciesOf({ identifier, uses }: ModuleFacts, runtime: RuntimeDependencies): DependencyDescriptor[] {
  const listensTo = runtime.events.get(identifier) ?? new Set();
  const usesComponentsOf = runtime.components.get(identifier) ?? new Set();
  const targets = new Set([...uses.map(({ target }) => target), ...listensTo, ...usesComponentsOf]);
  return [...targets].sort().map((target) => {
    const types: DependencyType[] = [
      ...listensTo.has(target) ? ["EVENT_LISTENER" as const] : [],
      ...usesComponentsOf.has(target) ? ["USES_COMPONENT" as const] : [],
    ];
    return { target, types: types.length === 0 ? ["DEFAULT"] : types };
  });
}

/**
 * Sorts names topologically by level: first those without dependencies, then those that depend on them, and so on; by
 * name within a level. With a cycle, sorts by name only.
 *
 * @param graph the dependencies of each name
 */
function topologicalOrder(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const levels = new Map<string, number>();
  for (let level = 0; levels.size < graph.size; level++) {
    const next = [...graph].filter(([name, targets]) =>
      !levels.has(name) && targets.every((target) => !graph.has(target) || levels.has(target))
    );
    if (next.length === 0) return [...graph.keys()].sort();
    for (const [name] of next) levels.set(name, level);
  }
  return [...graph.keys()].sort((a, b) => levels.get(a)! - levels.get(b)! || (a < b ? -1 : 1));
}
