import { describeModules, type ModuleDescriptors } from "../structure/module_descriptor.ts";
import type { ModuleStructure } from "../structure/module_structure.ts";
import { c4Diagram } from "./c4_diagram.ts";
import { mermaidDiagram } from "./mermaid_diagram.ts";
import { moduleCanvas } from "./module_canvas.ts";
import { moduleMapOf } from "./module_map.ts";

/**
 * Documents the modules: an overview with a Mermaid diagram, a C4 diagram, and a canvas for each module. The same
 * structure always gives the same text, so that the files can be committed.
 *
 * @param structure what the sources tell
 * @param descriptors the modules' descriptions, with what container and listeners tell; without them an import is all
 * that is known of a dependency
 * @returns the texts by file name
 */
export function moduleDocuments(
  structure: ModuleStructure,
  descriptors: ModuleDescriptors = describeModules(structure),
): ReadonlyMap<string, string> {
  const map = moduleMapOf(structure, descriptors);
  const links = map.modules.map(({ identifier, descriptor }) =>
    `- [${descriptor.displayName}](module-${identifier}.md)`
  );
  const overview = [`# ${map.systemName}`, "", "```mermaid", mermaidDiagram(map).trimEnd(), "```", "", ...links, ""];
  return new Map([
    ["modules.md", overview.join("\n")],
    ["components.puml", c4Diagram(map)],
    ...map.modules.map((module) => [`module-${module.identifier}.md`, moduleCanvas(module, map)] as const),
  ]);
}
