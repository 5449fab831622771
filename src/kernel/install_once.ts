import type { ContainerModuleLoadOptions } from "../../deps.ts";
import { ContainerPreparation } from "./container_preparation.ts";

/**
 * Marks a feature as installed. A second installation would bind every bean twice, which makes look-ups ambiguous.
 *
 * @param name how the feature is written: `data()`
 * @param module what the feature's `ContainerModule` binds with
 * @param broughtBy the feature that also installs this one, if any
 * @throws TypeError when the container has the feature already
 */
export function installOnce(
  name: string,
  { bind, isBound }: Pick<ContainerModuleLoadOptions, "bind" | "isBound">,
  broughtBy?: string,
): void {
  if (isInstalled(name, { isBound })) {
    const hint = broughtBy === undefined ? "" : ` (${broughtBy} installs it)`;
    throw new TypeError(`Cannot install ${name} as it must be installed once: it is installed${hint}`);
  }
  bind(markOf(name)).toConstantValue(name);
}

/**
 * Marks a feature as installed that may be installed several times.
 *
 * @param name how the feature is written: `metrics()`
 * @param module what the feature's `ContainerModule` binds with
 */
export function markInstalled(
  name: string,
  { bind, isBound }: Pick<ContainerModuleLoadOptions, "bind" | "isBound">,
): void {
  if (!isInstalled(name, { isBound })) bind(markOf(name)).toConstantValue(name);
}

/**
 * Whether a feature is installed.
 *
 * @param name how the feature is written: `data()`
 * @param container the application's container, or the options of a `ContainerModule`
 */
export function isInstalled(name: string, container: Pick<ContainerModuleLoadOptions, "isBound">): boolean {
  return container.isBound(markOf(name));
}

/**
 * Fails the start of the application if a feature is missing, independent of the order in which modules are loaded.
 *
 * @param feature how the feature is written: `graphql()`
 * @param need the dependent feature, for the message, and the binding options of its `ContainerModule`
 */
export function requireFeature(
  feature: string,
  { neededBy, module: { bind } }: {
    readonly neededBy: string;
    readonly module: Pick<ContainerModuleLoadOptions, "bind">;
  },
): void {
  bind(ContainerPreparation).toConstantValue({
    name: `use ${neededBy}`,
    prepare: (container) => {
      if (isInstalled(feature, container)) return;
      throw new TypeError(`${feature} must be installed: add it to createContainer`);
    },
  });
}

function markOf(name: string): symbol {
  return Symbol.for(`espalier.installed.${name}`);
}
