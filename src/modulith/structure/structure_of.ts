import { describeAllowedDependency } from "../model/allowed_dependency.ts";
import type { ApplicationModule } from "../model/application_module.ts";
import type { ApplicationModules } from "../model/application_modules.ts";
import type { ModuleReference } from "../model/module_reference.ts";
import { contentsOf } from "./module_contents.ts";
import type { ModuleFacts, ModuleStructure, ModuleUse } from "./module_structure.ts";

/**
 * Extracts the structure from a scan, in a form that can be written to a file.
 *
 * @param modules what was found
 *
 * @example
 * ```ts
 * import { ApplicationModules, structureOf } from "@espalier/espalier/modulith";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.mkdir(new URL("catalog/", root));
 * await Deno.writeTextFile(new URL("catalog/mod.ts", root), "export class Books {}");
 * const { modules } = structureOf(await ApplicationModules.scan(root));
 * console.log(modules.map(({ identifier }) => identifier)); // ["catalog"]
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export function structureOf(modules: ApplicationModules): ModuleStructure {
  return {
    version: 1,
    systemName: modules.systemName,
    modules: modules.modules.map((module) => factsOf(module, modules)),
    violations: modules.detectViolations().violations,
  };
}

function factsOf(module: ApplicationModule, modules: ApplicationModules): ModuleFacts {
  const { identifier, displayName, basePackage, folder, parent, type, isShared, allowedDependencies } = module;
  const { declaredAs, barrel = "" } = module.interfaces;
  const description = modules.tree.files.get(barrel)?.description;
  return {
    identifier,
    displayName,
    ...(description !== undefined && { description }),
    basePackage,
    folder,
    ...(parent !== undefined && { parent: parent.identifier }),
    type,
    shared: isShared,
    ...(allowedDependencies !== undefined && {
      allowedDependencies: allowedDependencies.map(describeAllowedDependency),
    }),
    interfaces: Object.fromEntries(module.interfaces.contents()),
    ...(declaredAs.length > 0 && { declaredAs }),
    declares: declaredNames(module, modules),
    ...contentsOf(module, modules),
    uses: usesOf(modules.references.filter(({ origin, target }) => origin === module && !target.isRoot)),
  };
}

function declaredNames(module: ApplicationModule, { tree }: ApplicationModules): string[] {
  const own = module.files.flatMap((path) =>
    tree.files.get(path)!.exports.filter(({ reference }) => reference === undefined)
      .flatMap(({ name, local = name }) => [name, local])
  );
  return sorted(own.filter((name) => name !== "default"));
}

function usesOf(references: readonly ModuleReference[]): ModuleUse[] {
  return [...Map.groupBy(references, ({ target }) => target.identifier)]
    .map(([target, group]) => {
      const names = sorted(group.flatMap((each) => each.names));
      const declaredAs = sorted(group.flatMap((each) => each.declaredAs)).filter((name) => !names.includes(name));
      const declaredBy = group.flatMap((each) => [...each.declaredBy]).sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, module]) => [name, module.identifier]);
      return {
        target,
        names,
        ...(declaredAs.length > 0 && { declaredAs }),
        ...(declaredBy.length > 0 && { declaredBy: Object.fromEntries(declaredBy) }),
        typeOnly: group.every((each) => each.typeOnly),
      };
    })
    .sort((a, b) => a.target < b.target ? -1 : 1);
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
