import { labelOf, type MapModule, type ModuleMap } from "./module_map.ts";

/**
 * Draws the modules as a Mermaid flow chart. Nested modules are in a subgraph of their parent; violations are red,
 * listeners dotted.
 *
 * @param map the modules and dependencies to draw
 */
export function mermaidDiagram(map: ModuleMap): string {
  const links = map.dependencies.map((dependency) => {
    const arrow = dependency.types.length === 1 && dependency.types[0] === "EVENT_LISTENER" ? "-.->" : "-->";
    return `  ${idOf(dependency.from)} ${arrow}|${labelOf(dependency)}| ${idOf(dependency.to)}`;
  });
  const red = map.dependencies.flatMap(({ violations }, at) => violations > 0 ? [at] : []);
  return [
    "flowchart TB",
    ...map.modules.filter(({ facts }) => facts.parent === undefined).flatMap((module) => nodes(module, map, "  ")),
    ...links,
    ...red.length > 0 ? [`  linkStyle ${red.join(",")} stroke:#c00,color:#c00`] : [],
    "",
  ].join("\n");
}

function nodes(module: MapModule, map: ModuleMap, indent: string): string[] {
  const node = `${idOf(module.identifier)}["${textOf(module.descriptor.displayName)}"]`;
  const children = map.modules.filter(({ facts }) => facts.parent === module.identifier);
  if (children.length === 0) return [indent + node];
  return [
    `${indent}subgraph ${idOf(module.identifier)}_frame["${textOf(module.descriptor.displayName)}"]`,
    `${indent}  ${node}`,
    ...children.flatMap((child) => nodes(child, map, `${indent}  `)),
    `${indent}end`,
  ];
}

/** Converts an identifier for Mermaid, which allows letters, digits and underscores, and reserves `end`. */
function idOf(identifier: string): string {
  return `m_${identifier.replace(/[^\w]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)}`;
}

function textOf(text: string): string {
  return text.replace(/["#<>&\n]/g, (character) => `#${character.charCodeAt(0)};`);
}
