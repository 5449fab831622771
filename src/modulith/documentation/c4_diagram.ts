import { labelOf, type ModuleMap } from "./module_map.ts";

/**
 * Draws the modules as C4 components, in PlantUML's form.
 *
 * @param map the modules and dependencies to draw
 */
export function c4Diagram(map: ModuleMap): string {
  const { systemName, modules, dependencies } = map;
  const aliases = aliasesOf(modules.map(({ identifier }) => identifier));
  return [
    "@startuml",
    "!include <C4/C4_Component>",
    `title ${systemName}`,
    "",
    `Container_Boundary(${wordOf(systemName)}_system, "${textOf(systemName)}") {`,
    ...modules.map(({ identifier, descriptor }) =>
      `  Component(${aliases.get(identifier)}, "${textOf(descriptor.displayName)}", "Module", "${
        textOf(descriptor.basePackage)
      }")`
    ),
    "}",
    "",
    ...dependencies.map((dependency) =>
      `Rel(${aliases.get(dependency.from)}, ${aliases.get(dependency.to)}, "${labelOf(dependency)}")`
    ),
    "",
    "SHOW_LEGEND()",
    "@enduml",
    "",
  ].join("\n");
}

/** Returns unique PlantUML aliases: words, with a number where two identifiers become the same word. */
function aliasesOf(identifiers: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(identifiers.map((identifier) => {
    const word = wordOf(identifier);
    let alias = word;
    for (let count = 2; taken.has(alias); count++) alias = `${word}_${count}`;
    taken.add(alias);
    return [identifier, alias];
  }));
}

function wordOf(text: string): string {
  return text.replace(/[^\w]/g, "_");
}

function textOf(text: string): string {
  return text.replaceAll('"', "'").replaceAll("\n", " ");
}
