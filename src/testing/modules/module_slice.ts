import { Container, type ContainerModule, type ServiceIdentifier } from "../../../deps.ts";
import { beansOf } from "../../container/mod.ts";
import { type Bean, checkOptions } from "../../kernel/mod.ts";
import type { ApplicationContainerModule } from "../../modulith/mod.ts";

/** How much of the application is started around a module. */
export type ModuleSliceMode = "STANDALONE" | "DIRECT_DEPENDENCIES" | "ALL_DEPENDENCIES";

const modes: readonly ModuleSliceMode[] = ["STANDALONE", "DIRECT_DEPENDENCIES", "ALL_DEPENDENCIES"];

/** Options of a slice. */
export interface ModuleSliceOptions {
  /** All application modules, in the order in which the application loads them. */
  readonly of: readonly ApplicationContainerModule[];
  /** The included dependencies; `"STANDALONE"` by default. */
  readonly mode?: ModuleSliceMode;
  /** Modules that are always included, such as shared ones. */
  readonly include?: readonly ApplicationContainerModule[];
}

/**
 * Selects the modules with which one module is tested: itself, or also the modules whose beans its beans depend on.
 * Imports and events include no module. A dependency on an excluded module must be bound otherwise, for
 * example by `override`.
 *
 * @param module the module under test
 * @param options all modules, and the included dependencies
 * @returns modules for `createContainer`, in their order
 * @throws TypeError if the module is not one of all modules, or an option is invalid
 *
 * @example
 * ```ts
 * import { createContainer, type ServiceIdentifier, token } from "@espalier/espalier";
 * import { applicationModule } from "@espalier/espalier/modulith";
 * import { moduleSlice, override } from "@espalier/espalier/testing";
 *
 * // In a service each of these has its own `module.ts`, with `import.meta.url`.
 * const Stock: ServiceIdentifier<number> = token<number>("Stock");
 * const Orders: ServiceIdentifier<string> = token<string>("Orders");
 * const inventory = applicationModule("file:///shop/inventory/module.ts", {}, ({ bind }) => {
 *   bind(Stock).toConstantValue(40);
 * });
 * const orders = applicationModule("file:///shop/orders/module.ts", {}, ({ bind }) => {
 *   bind(Orders).toResolvedValue((stock) => `orders of ${stock}`, [Stock]);
 * });
 *
 * const alone = createContainer(...moduleSlice(orders, { of: [inventory, orders] }), override(Stock, 1));
 * console.log(alone.get(Orders)); // "orders of 1"
 * const together = createContainer(...moduleSlice(orders, { of: [inventory, orders], mode: "DIRECT_DEPENDENCIES" }));
 * console.log(together.get(Orders)); // "orders of 40"
 * ```
 */
export function moduleSlice(module: ApplicationContainerModule, options: ModuleSliceOptions): ContainerModule[] {
  checkOptions("moduleSlice", options, { of: true, mode: true, include: true });
  const { of, mode = "STANDALONE", include = [] } = options;
  if (!modes.includes(mode)) {
    const known = modes.map((name) => `"${name}"`).join(", ");
    throw new TypeError(
      `Cannot use option "mode" of moduleSlice as it must be one of ${known}: current value is "${mode}"`,
    );
  }
  if (!Array.isArray(of) || !of.includes(module)) {
    throw new TypeError(`Cannot slice module "${module?.folder}" as it must be one of those given by "of"`);
  }
  const chosen = new Set([...include, ...dependenciesOf(module, of, mode)]);
  return of.filter((each) => chosen.has(each));
}

function dependenciesOf(
  module: ApplicationContainerModule,
  of: readonly ApplicationContainerModule[],
  mode: ModuleSliceMode,
): ReadonlySet<ApplicationContainerModule> {
  const reached = new Set([module]);
  if (mode === "STANDALONE") return reached;
  const graph = componentGraph(of);
  // A set that grows while it is walked is walked to its end.
  for (const each of mode === "ALL_DEPENDENCIES" ? reached : [module]) {
    for (const target of graph.get(each) ?? []) reached.add(target);
  }
  return reached;
}

/** The modules on which the beans of each module depend. */
function componentGraph(
  modules: readonly ApplicationContainerModule[],
): ReadonlyMap<ApplicationContainerModule, ReadonlySet<ApplicationContainerModule>> {
  // Loading only binds; it creates no bean.
  const container = new Container();
  container.load(...modules);
  const beans = beansOf(container);
  const moduleOf = (bean: Bean) => modules.find(({ id }) => id === bean.containerModule);
  const owners = Map.groupBy(beans, ({ identifier }) => identifier);
  const ownersOf = (identifier: ServiceIdentifier) =>
    (owners.get(identifier) ?? []).flatMap((bean) => moduleOf(bean) ?? []);
  return new Map(modules.map((module) => {
    const own = beans.filter((bean) => moduleOf(bean) === module);
    return [module, new Set(own.flatMap(({ dependencies }) => dependencies ?? []).flatMap(ownersOf))];
  }));
}
