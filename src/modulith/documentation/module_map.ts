import type { DependencyType, ModuleDescriptor, ModuleDescriptors } from "../structure/module_descriptor.ts";
import type { CallCount } from "../interception/module_calls.ts";
import type { Violation } from "../verification/violation.ts";
import type { ModuleFacts, ModuleStructure } from "../structure/module_structure.ts";

/** A module of a diagram. */
export interface MapModule {
  /** The identifier of the module. */
  readonly identifier: string;
  /** The module's description, as in the actuator. */
  readonly descriptor: ModuleDescriptor;
  /** The facts found in its sources. */
  readonly facts: ModuleFacts;
}

/** A dependency of a diagram. */
export interface MapDependency {
  /** The module that depends. */
  readonly from: string;
  /** The module that is depended on. */
  readonly to: string;
  /** The types of the dependency; empty if it was only seen at run time. */
  readonly types: readonly DependencyType[];
  /** The names that are imported. */
  readonly names: readonly string[];
  /** Number of violations in this direction. */
  readonly violations: number;
  /** Number of calls seen at run time. */
  readonly calls: number;
  /** Number of events of `to` that were delivered to listeners of `from`. */
  readonly deliveries: number;
}

/** The traffic between modules seen at run time. */
export interface SeenTraffic {
  /** The calls between modules, with their numbers. */
  readonly calls: readonly CallCount[];
  /** Calls of listeners, by the module that published the event. */
  readonly deliveries: readonly CallCount[];
}

/** The modules and dependencies that diagrams show. */
export interface ModuleMap {
  /** The name of the application. */
  readonly systemName: string;
  /** The modules; each comes after those that it depends on. */
  readonly modules: readonly MapModule[];
  /** The dependencies between the modules. */
  readonly dependencies: readonly MapDependency[];
  /** Calls from outside of all modules, by module. */
  readonly callsFromOutside: ReadonlyMap<string, number>;
  /** Calls of listeners by their module, including events published outside of all modules. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** The violations, one line each, with file and line if known. */
  readonly violations: readonly string[];
}

/**
 * Collects the data of diagrams.
 *
 * @param structure the structure found in the sources
 * @param descriptors the modules' descriptions
 * @param seen the traffic seen at run time
 */
export function moduleMapOf(
  structure: ModuleStructure,
  descriptors: ModuleDescriptors,
  { calls, deliveries }: SeenTraffic = { calls: [], deliveries: [] },
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
    dependencies: modules.flatMap((module) => dependenciesOf(module, structure, { calls, deliveries })),
    callsFromOutside: new Map(calls.flatMap(({ from, to, count }) => from === undefined ? [[to, count]] : [])),
    deliveries: new Map(
      [...Map.groupBy(deliveries, ({ to }) => to)].map((
        [to, each],
      ) => [to, each.reduce((n, { count }) => n + count, 0)]),
    ),
    violations: [...new Set(structure.violations.map(withPlace))],
  };
}

function isAbout({ module, target, cycle = [] }: Violation, from: string, to: string): boolean {
  return (module === from && target === to) ||
    cycle.some((each, at) => each === from && cycle[(at + 1) % cycle.length] === to);
}

function withPlace(violation: Violation): string {
  const { file, line } = violation;
  return summaryOf(violation) + (file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`);
}

function summaryOf({ kind, message, module, target }: Violation): string {
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
  { calls, deliveries }: SeenTraffic,
): MapDependency[] {
  const known = descriptor.dependencies.map(({ target }) => target);
  const seen = calls.filter(({ from, to }) => from === identifier && !known.includes(to)).map(({ to }) => to);
  return [...known, ...seen].map((to) => ({
    from: identifier,
    to,
    types: descriptor.dependencies.find(({ target }) => target === to)?.types ?? [],
    names: facts.uses.find(({ target }) => target === to)?.names ?? [],
    violations: violations.filter((violation) => isAbout(violation, identifier, to)).length,
    calls: countOf(calls, identifier, to),
    // Events flow against the dependency: the listener depends on the module that publishes.
    deliveries: countOf(deliveries, to, identifier),
  }));
}

function countOf(counts: readonly CallCount[], from: string, to: string): number {
  return counts.find((each) => each.from === from && each.to === to)?.count ?? 0;
}

const labels: Readonly<Record<DependencyType, string>> = {
  DEFAULT: "depends on",
  USES_COMPONENT: "uses",
  EVENT_LISTENER: "listens to",
};

/** The kind of a line in a diagram. */
export type DependencyKind = DependencyType | "RUNTIME" | "violation";

/** The kinds of lines, with their texts in the legend. */
export const dependencyKinds: Readonly<Record<DependencyKind, string>> = {
  ...labels,
  RUNTIME: "calls, seen at run time alone",
  violation: "violation",
};

/** The kind by which a dependency is shown. */
export function kindOf({ violations, types }: MapDependency): DependencyKind {
  return violations > 0 ? "violation" : types[0] ?? "RUNTIME";
}

/** The label of a dependency in a diagram. */
export function labelOf({ types }: Pick<MapDependency, "types">): string {
  return types.length === 0 ? "calls" : types.map((type) => labels[type]).join(", ");
}
