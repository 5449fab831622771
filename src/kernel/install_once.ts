import type { ContainerModuleLoadOptions } from "../../deps.ts";

/**
 * Marks a feature as installed. A second one would bind everything again, and nothing could tell which one is meant.
 *
 * @param name how the feature is written: `data()`
 * @param module what the feature's `ContainerModule` binds with
 * @param broughtBy the feature that installs this one too, where there is one
 * @throws TypeError when the container has the feature already
 */
export function installOnce(
  name: string,
  { bind, isBound }: Pick<ContainerModuleLoadOptions, "bind" | "isBound">,
  broughtBy?: string,
): void {
  const installed = Symbol.for(`espalier.installed.${name}`);
  if (isBound(installed)) {
    const hint = broughtBy === undefined ? "" : ` (${broughtBy} brings it along)`;
    throw new TypeError(`Cannot install ${name} as it must be installed once: it is installed${hint}`);
  }
  bind(installed).toConstantValue(name);
}
