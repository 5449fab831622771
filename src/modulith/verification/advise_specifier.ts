import type { ModuleReference } from "../model/module_reference.ts";
import { pathBetween } from "../source/relative_path.ts";

/**
 * The specifier by which a file should import another module.
 *
 * @param reference one that leads past the module's interfaces
 * @param names that aren't exposed where they were taken from
 * @returns a relative path, or an alias where the file uses one; `undefined` where the module has nothing to offer
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
