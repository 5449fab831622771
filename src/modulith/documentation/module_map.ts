import type { DependencyType, ModuleDescriptor, ModuleDescriptors } from "../structure/module_descriptor.ts";
import type { Violation } from "../verification/violation.ts";
import type { ModuleFacts, ModuleStructure } from "../structure/module_structure.ts";

/** A module as pictures show it. */
export interface MapModule {
  readonly identifier: string;
  readonly descriptor: ModuleDescriptor;
  readonly facts: ModuleFacts;
}

/** A dependency as pictures show it. */
export interface MapDependency {
  readonly from: string;
  readonly to: string;
  /** Empty for a dependency that was only seen at run time. */
  readonly types: readonly DependencyType[];
  /** The names that are imported. */
  readonly names: readonly string[];
  /** How many violations there are in this direction. */
  readonly violations: number;
  /** How many calls were seen at run time. */
  readonly calls: number;
}

/** How often one module has called another. */
export interface CallCount {
  /** Identifier of the calling module; `undefined` for calls from outside of all modules. */
  readonly from: string | undefined;
  readonly to: string;
  readonly count: number;
}

/** The modules and what is between them, as pictures show them. */
export interface ModuleMap {
  readonly systemName: string;
  /** What is depended on comes first. */
  readonly modules: readonly MapModule[];
  readonly dependencies: readonly MapDependency[];
  /** Calls from outside of all modules, by module. */
  readonly callsFromOutside: ReadonlyMap<string, number>;
  /** What breaks the structure, one line each, without places. */
  readonly violations: readonly string[];
}

/**
 * Collects what pictures show.
 *
 * @param structure what the sources tell
 * @param descriptors the modules' descriptions
 * @param calls what was seen at run time
 */
export function moduleMapOf(
  structure: ModuleStructure,
  descriptors: ModuleDescriptors,
  calls: readonly CallCount[] = [],
): ModuleMap {
  const facts = new Map(structure.modules.map((module) => [module.identifier, module]));
  const modules = Object.entries(descriptors).map(([identifier, descriptor]) => ({
    identifier,
    descriptor,
    facts: facts.get(identifier)!,
  }));
  return {
    systemName: structure.systemName,
    modules,
    dependencies: modules.flatMap((module) => dependenciesOf(module, structure, calls)),
    callsFromOutside: new Map(calls.flatMap(({ from, to, count }) => from === undefined ? [[to, count]] : [])),
    violations: [...new Set(structure.violations.map(withoutPaths))],
  };
}

function isAbout({ module, target, cycle = [] }: Violation, from: string, to: string): boolean {
  return (module === from && target === to) ||
    cycle.some((each, at) => each === from && cycle[(at + 1) % cycle.length] === to);
}

/** A file's path is nobody's business but the developers'. */
function withoutPaths({ kind, message, module, target }: Violation): string {
  switch (kind) {
    case "undeclared":
      return `${module} must not depend on ${target}`;
    case "not-exposed":
      return `${module} uses what ${target} does not expose`;
    case "sub-module":
      return `${module} must not reach into ${target}, which is nested in another module`;
    default:
      return message.split("\n")[0]!;
  }
}

function dependenciesOf(
  { identifier, descriptor, facts }: MapModule,
  { violations }: ModuleStructure,
  calls: readonly CallCount[],
): MapDependency[] {
  const known = descriptor.dependencies.map(({ target }) => target);
  const seen = calls.filter(({ from, to }) => from === identifier && !known.includes(to)).map(({ to }) => to);
  return [...known, ...seen].map((to) => ({
    from: identifier,
    to,
    types: descriptor.dependencies.find(({ target }) => target === to)?.types ?? [],
    names: facts.uses.find(({ target }) => target === to)?.names ?? [],
    violations: violations.filter((violation) => isAbout(violation, identifier, to)).length,
    calls: calls.find((call) => call.from === identifier && call.to === to)?.count ?? 0,
  }));
}

const labels: Readonly<Record<DependencyType, string>> = {
  DEFAULT: "depends on",
  USES_COMPONENT: "uses",
  EVENT_LISTENER: "listens to",
};

/** What a dependency is called in a picture. */
export function labelOf({ types }: Pick<MapDependency, "types">): string {
  return types.length === 0 ? "calls" : types.map((type) => labels[type]).join(", ");
}
