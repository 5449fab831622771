import { readData } from "../../data/read_data.ts";
import { addressOf } from "../../shell/router.ts";
import type { GraphEdge, GraphNode } from "../../ui/graph/layout.ts";
import type { Hit } from "../registry.ts";

/** A name in the sources, with the files that name it. */
export interface Use {
  readonly name: string;
  readonly files: readonly string[];
}

/** A module, as `/console/data/modules` describes it. */
export interface Module {
  readonly identifier: string;
  readonly displayName: string;
  readonly description?: string;
  readonly folder: string;
  readonly parent?: string;
  readonly type: "open" | "closed";
  readonly shared: boolean;
  readonly allowedDependencies?: readonly string[];
  readonly interfaces: Readonly<Record<string, readonly string[]>>;
  readonly beans?: readonly {
    readonly name: string;
    readonly type?: string;
    readonly stereotype: string;
    readonly file: string;
  }[];
  readonly published?: readonly Use[];
  readonly heard?: readonly Use[];
  readonly variables?: readonly Use[];
}

/** What one module has to do with another. */
export interface Dependency {
  readonly from: string;
  readonly to: string;
  readonly types: readonly ("DEFAULT" | "USES_COMPONENT" | "EVENT_LISTENER")[];
  readonly names: readonly string[];
  readonly violations: number;
  readonly calls: number;
  /** Events of `to` that listeners of `from` have handled. */
  readonly deliveries: number;
}

/** Something that breaks the structure. */
export interface Violation {
  readonly kind: string;
  readonly message: string;
  readonly module?: string;
  readonly target?: string;
  readonly file?: string;
  readonly line?: number;
  readonly specifier?: string;
  readonly advice?: string;
  readonly places?: readonly { readonly file: string; readonly line: number }[];
}

/** The modules of the service, and what is between them. */
export interface ModuleMap {
  readonly systemName: string;
  readonly modules: readonly Module[];
  readonly dependencies: readonly Dependency[];
  readonly callsFromOutside: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

/** Modules that have the text in their names or contents, with their direct neighbours. */
export function matching({ modules, dependencies }: ModuleMap, text: string): ReadonlySet<string> {
  const wanted = text.trim().toLowerCase();
  const found = new Set(
    modules.filter((module) => textOf(module).includes(wanted)).map(({ identifier }) => identifier),
  );
  if (wanted === "") return found;
  const near = dependencies.flatMap(({ from, to }) => found.has(from) ? [to] : found.has(to) ? [from] : []);
  return new Set([...found, ...near]);
}

function textOf({ identifier, displayName, beans = [], published = [], heard = [] }: Module): string {
  return [identifier, displayName, ...[...beans, ...published, ...heard].map(({ name }) => name)].join(" ")
    .toLowerCase();
}

/** The graph of the modules that are shown. Events go from who publishes to who listens, against the dependency. */
export function graphOf(map: ModuleMap, shown: ReadonlySet<string>) {
  const faulty = new Set(map.violations.flatMap(({ module }) => module ?? []));
  const nodes = map.modules.filter(({ identifier }) => shown.has(identifier)).map((module): GraphNode => ({
    id: module.identifier,
    label: module.displayName,
    ...(module.displayName.toLowerCase() !== module.identifier && { note: module.identifier }),
    color: faulty.has(module.identifier) ? "--red" : module.shared || module.type === "open" ? "--violet" : "--green",
  }));
  const edges = map.dependencies.flatMap(({ from, to, types, violations, calls, deliveries }): GraphEdge[] => {
    const listens = types.includes("EVENT_LISTENER") || deliveries > 0;
    const isMore = types.some((type) => type !== "EVENT_LISTENER") || calls > 0 || violations > 0;
    const kind = violations > 0 ? "violation" : types.length === 0 ? "seen" : "";
    return [
      ...(isMore ? [{ from, to, kind: `${kind} ${calls > 0 ? "live" : ""}`.trim() }] : []),
      ...(listens ? [{ from: to, to: from, kind: `event ${deliveries > 0 ? "live" : ""}`.trim() }] : []),
    ];
  });
  return { nodes, edges };
}

/** Modules for the search. */
export async function moduleHits(): Promise<readonly Hit[]> {
  const { modules } = await readData<ModuleMap>("modules");
  return modules.map(({ identifier, displayName }) => ({
    title: displayName,
    detail: "module",
    href: addressOf("modules", [identifier]),
  }));
}
