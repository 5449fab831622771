import type { ModuleReference } from "../model/module_reference.ts";
import { pathBetween } from "../source/relative_path.ts";

/**
 * The specifier by which a file should import another module.
 *
 * @param reference a reference that bypasses the module's interfaces
 * @param names the names that the imported file does not expose
 * @returns a relative path, or an alias if the file uses one; `undefined` if no interface exposes the names
 */
export function adviseSpecifier(
  { file, specifier, path, target }: ModuleReference,
  names: readonly string[],
): string | undefined {
  const face = target.interfaces.faceFor(path, names);
  if (face === undefined || path === face) return undefined;
  const inside = path.slice(target.folder.length);
  if (!specifier.startsWith(".") && specifier.endsWith(`/${inside}`)) {
    return specifier.slice(0, -inside.length) + face.slice(target.folder.length);
  }
  const way = pathBetween(file, face);
  return way.startsWith("../") ? way : `./${way}`;
}
