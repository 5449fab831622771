import { labelOf, type ModuleMap } from "./module_map.ts";

/**
 * Draws the modules as C4 components, in PlantUML's form.
 *
 * @param map what is drawn
 */
export function c4Diagram(map: ModuleMap): string {
  const { systemName, modules, dependencies } = map;
  return [
    "@startuml",
    "!include <C4/C4_Component>",
    `title ${systemName}`,
    "",
    `Container_Boundary(${aliasOf(systemName)}_system, "${textOf(systemName)}") {`,
    ...modules.map(({ identifier, descriptor }) =>
      `  Component(${aliasOf(identifier)}, "${textOf(descriptor.displayName)}", "Module", "${
        textOf(descriptor.basePackage)
      }")`
    ),
    "}",
    "",
    ...dependencies.map((dependency) =>
      `Rel(${aliasOf(dependency.from)}, ${aliasOf(dependency.to)}, "${labelOf(dependency)}")`
    ),
    "",
    "SHOW_LEGEND()",
    "@enduml",
    "",
  ].join("\n");
}

function aliasOf(identifier: string): string {
  return identifier.replace(/[^\w]/g, "_");
}

function textOf(text: string): string {
  return text.replaceAll('"', "'").replaceAll("\n", " ");
}
