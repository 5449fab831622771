import type { ApplicationModule } from "../model/application_module.ts";
import type { ScannedModules } from "../model/scanned_modules.ts";
import { isDeclarationFile } from "../model/module_interfaces.ts";
import type { ModuleReference } from "../model/module_reference.ts";
import { elementaryCycles } from "./elementary_cycles.ts";
import type { Violation } from "./violation.ts";

/** Maximum number of reported cycles. */
const maxCycles = 100;
const maxReferencesPerEdge = 20;

/**
 * A node of a cycle, by name: a module, or a single file outside of all modules. Such files are separate nodes, so that
 * a program may import modules which import its configuration.
 */
type CycleNode = string;

/** The references from one node to others, by the other node. */
type Edges = ReadonlyMap<CycleNode, readonly ModuleReference[]>;

/** Cycles among modules. */
export interface Cycles {
  /** Cycles that exist at run time. */
  readonly atRunTime: readonly Violation[];
  /** Cycles that contain a type-only import. */
  readonly ofTypes: readonly Violation[];
}

/**
 * Finds cycles of modules. Open modules are ignored; nested modules are separate nodes.
 *
 * @param modules the scanned modules
 */
export function detectCycles(modules: ScannedModules): Cycles {
  const references = [...modules.references, ...referencesOutside(modules)].filter(isCounted);
  const graph = graphOf(references);
  const edgesOf = (cycle: readonly CycleNode[]) =>
    cycle.map((slice, at) => graph.get(slice)!.get(cycle[(at + 1) % cycle.length]!)!);
  const isOfTypes = (cycle: readonly CycleNode[]) =>
    edgesOf(cycle).some((references) => references.every(({ typeOnly }) => typeOnly));
  const described = (title: string, cycles: readonly CycleNode[][]) =>
    cycles.map((cycle) => violationOf(title, cycle, edgesOf(cycle)));
  return {
    // Searched separately, so that cycles among types can't push run-time cycles over the limit.
    atRunTime: described("Cycle detected", cyclesIn(graphOf(references.filter(({ typeOnly }) => !typeOnly)))),
    ofTypes: described("Cycle detected among types", cyclesIn(graph).filter(isOfTypes)),
  };
}

/** Cycles that contain a module; cycles among files outside of all modules are allowed. */
function cyclesIn(graph: ReadonlyMap<CycleNode, Edges>): CycleNode[][] {
  const isModule = (slice: CycleNode) => [...graph.get(slice)!.values()].flat().some(({ origin }) => !origin.isRoot);
  const [modules = [], files = []] = [true, false].map((wanted) =>
    [...graph.keys()].filter((slice) => isModule(slice) === wanted)
  );
  const targets = new Map([...modules, ...files].map((slice) => [slice, [...graph.get(slice)!.keys()]]));
  return elementaryCycles(targets, { limit: maxCycles, mayBegin: isModule });
}

/** References from one file outside of all modules to another. */
function referencesOutside(modules: ScannedModules): ModuleReference[] {
  return modules.roots.flatMap((origin) =>
    origin.files.flatMap((file) =>
      modules.tree.files.get(file)!.references
        .filter(({ target }) => modules.moduleOf(target)?.isRoot)
        .map(({ target, ...reference }) => ({
          ...reference,
          declaredAs: [],
          declaredBy: new Map(),
          origin,
          target: origin,
          file,
          path: target,
        }))
    )
  );
}

function sliceOf(module: ApplicationModule, path: string): CycleNode {
  return module.isRoot ? `${module.identifier}/${path}` : module.identifier;
}

function isCounted({ origin, target, path, typeOnly }: ModuleReference): boolean {
  if (origin.type === "open" || target.type === "open") return false;
  // Types that a file of the root collects, such as those of the schema, do not couple modules.
  if (origin.isRoot && typeOnly) return false;
  // The composition root imports all declarations, which is not a dependency.
  return !(origin.isRoot && isDeclarationFile(path, target.folder));
}

function graphOf(references: readonly ModuleReference[]): Map<CycleNode, Edges> {
  const graph = new Map<CycleNode, Map<CycleNode, ModuleReference[]>>();
  for (const reference of references) {
    const from = sliceOf(reference.origin, reference.file);
    const to = sliceOf(reference.target, reference.path);
    if (from === to) continue;
    const edges = graph.get(from) ?? new Map<CycleNode, ModuleReference[]>();
    graph.set(from, edges);
    edges.set(to, [...edges.get(to) ?? [], reference]);
  }
  return graph;
}

function violationOf(
  title: string,
  cycle: readonly CycleNode[],
  edges: readonly (readonly ModuleReference[])[],
): Violation {
  const slices = [...cycle, cycle[0]!].map((slice) => `Slice ${slice}`).join(" -> ");
  const lines = edges.flatMap((references, at) => [
    `  ${at + 1}. Dependencies of Slice ${cycle[at]}`,
    ...references.slice(0, maxReferencesPerEdge)
      .map(({ file, line, specifier }) => `     - ${file}:${line} imports "${specifier}"`),
    ...references.length > maxReferencesPerEdge ? [`     - and ${references.length - maxReferencesPerEdge} more`] : [],
  ]);
  return {
    kind: "cycle",
    module: cycle[0]!,
    cycle,
    places: edges.flatMap((references) => references.slice(0, 1).map(({ file, line }) => ({ file, line }))),
    message: [`${title}: ${slices}`, ...lines].join("\n"),
  };
}
