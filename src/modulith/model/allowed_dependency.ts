import { UNNAMED_INTERFACE } from "./module_interfaces.ts";

/** One entry of `allowedDependencies`. */
export interface AllowedDependency {
  /** Identifier of the module. */
  readonly target: string;
  /** Name of the interface, `"*"` for all named ones; absent means the unnamed one. */
  readonly interfaceName?: string;
}

/**
 * Reads `"order"`, `"order :: spi"` or `"order :: *"`.
 *
 * @param text blanks around the colons don't matter
 */
export function allowedDependencyOf(text: string): AllowedDependency {
  const [target = "", ...names] = text.split("::").map((part) => part.trim());
  return names.length === 0 ? { target } : { target, interfaceName: names.join(" :: ") };
}

/** Formats an entry: `order :: spi`. */
export function describeAllowedDependency({ target, interfaceName }: AllowedDependency): string {
  return interfaceName === undefined ? target : `${target} :: ${interfaceName}`;
}

/**
 * Whether an entry permits the use of an interface.
 *
 * @param entry of the list
 * @param target identifier of the module that is used
 * @param used name of the interface
 */
export function permits(entry: AllowedDependency, target: string, used: string): boolean {
  if (entry.target !== target) return false;
  if (entry.interfaceName === "*") return used !== UNNAMED_INTERFACE;
  return used === (entry.interfaceName ?? UNNAMED_INTERFACE);
}
