import type { ApplicationModule } from "../model/application_module.ts";
import type { ScannedModules } from "../model/scanned_modules.ts";
import { isDeclarationFile } from "../model/module_interfaces.ts";
import type { ModuleReference } from "../model/module_reference.ts";
import { elementaryCycles } from "./elementary_cycles.ts";
import type { Violation } from "./violation.ts";

/** More would not be read. */
const maxCycles = 100;
const maxReferencesPerEdge = 20;

/**
 * What can be part of a cycle, by its name: a module, or a single file outside of all modules. Such files have nothing
 * else in common, so that a program may import modules which import its configuration.
 */
type Slice = string;

/** The references from one slice to others, by the other slice. */
type Edges = ReadonlyMap<Slice, readonly ModuleReference[]>;

/** Cycles among modules. */
export interface Cycles {
  /** Those that are there when the program runs. */
  readonly atRunTime: readonly Violation[];
  /** Those that take a type-only import to be closed. */
  readonly ofTypes: readonly Violation[];
}

/**
 * Looks for modules that need each other. Open modules don't count; nested ones count for themselves.
 *
 * @param modules what was found
 */
export function detectCycles(modules: ScannedModules): Cycles {
  const references = [...modules.references, ...referencesOutside(modules)].filter(isCounted);
  const graph = graphOf(references);
  const edgesOf = (cycle: readonly Slice[]) =>
    cycle.map((slice, at) => graph.get(slice)!.get(cycle[(at + 1) % cycle.length]!)!);
  const isOfTypes = (cycle: readonly Slice[]) =>
    edgesOf(cycle).some((references) => references.every(({ typeOnly }) => typeOnly));
  const described = (title: string, cycles: readonly Slice[][]) =>
    cycles.map((cycle) => violationOf(title, cycle, edgesOf(cycle)));
  return {
    // Looked for apart, so that no number of cycles among types can hide one that is there at run time.
    atRunTime: described("Cycle detected", cyclesIn(graphOf(references.filter(({ typeOnly }) => !typeOnly)))),
    ofTypes: described("Cycle detected among types", cyclesIn(graph).filter(isOfTypes)),
  };
}

/** Cycles with a module in them: among files outside of all modules anything goes. */
function cyclesIn(graph: ReadonlyMap<Slice, Edges>): Slice[][] {
  const isModule = (slice: Slice) => [...graph.get(slice)!.values()].flat().some(({ origin }) => !origin.isRoot);
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

function sliceOf(module: ApplicationModule, path: string): Slice {
  return module.isRoot ? `${module.identifier}/${path}` : module.identifier;
}

function isCounted({ origin, target, path, typeOnly }: ModuleReference): boolean {
  if (origin.type === "open" || target.type === "open") return false;
  // The types that a file of the root gathers, such as those of the schema, couple no modules.
  if (origin.isRoot && typeOnly) return false;
  // That the root puts the modules together is no use of them.
  return !(origin.isRoot && isDeclarationFile(path, target.folder));
}

function graphOf(references: readonly ModuleReference[]): Map<Slice, Edges> {
  const graph = new Map<Slice, Map<Slice, ModuleReference[]>>();
  for (const reference of references) {
    const from = sliceOf(reference.origin, reference.file);
    const to = sliceOf(reference.target, reference.path);
    if (from === to) continue;
    const edges = graph.get(from) ?? new Map<Slice, ModuleReference[]>();
    graph.set(from, edges);
    edges.set(to, [...edges.get(to) ?? [], reference]);
  }
  return graph;
}

function violationOf(
  title: string,
  cycle: readonly Slice[],
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
