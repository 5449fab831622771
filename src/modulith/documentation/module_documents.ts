import { describeModules, type ModuleDescriptors } from "../structure/module_descriptor.ts";
import type { ModuleStructure } from "../structure/module_structure.ts";
import { c4Diagram } from "./c4_diagram.ts";
import { mermaidDiagram } from "./mermaid_diagram.ts";
import { isCanvas, moduleCanvas } from "./module_canvas.ts";
import { moduleMapOf } from "./module_map.ts";

/**
 * Documents the modules: an overview with a Mermaid diagram, a C4 diagram, and a canvas for each module. The output is
 * deterministic, so that the files can be committed.
 *
 * @param structure the structure found in the sources
 * @param descriptors the modules' descriptions with dependencies by components and listeners; without them only imports
 * are known
 * @param sources path or URL of the folder with the modules, relative to the pages and ending in a slash; without it
 * canvases link no sources
 * @returns the texts by file name
 * @throws TypeError when the descriptions are those of other modules
 *
 * @example
 * ```ts
 * import { ApplicationModules, moduleDocuments, structureOf } from "@espalier/espalier/modulith";
 *
 * const root = new URL(`file://${await Deno.makeTempDir()}/`);
 * await Deno.mkdir(new URL("catalog/", root));
 * await Deno.writeTextFile(new URL("catalog/mod.ts", root), "export class Books {}");
 * const documents = moduleDocuments(structureOf(await ApplicationModules.scan(root)));
 * console.log([...documents.keys()]); // ["modules.md", "components.puml", "module-catalog.md"]
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export function moduleDocuments(
  structure: ModuleStructure,
  descriptors: ModuleDescriptors = describeModules(structure),
  sources?: string,
): ReadonlyMap<string, string> {
  requireSameModules(structure, descriptors);
  const map = moduleMapOf(structure, descriptors);
  const links = map.modules.map(({ identifier, descriptor }) =>
    `- [${descriptor.displayName}](${linkTo(canvasName(identifier))})`
  );
  const overview = [`# ${map.systemName}`, "", "```mermaid", mermaidDiagram(map).trimEnd(), "```", "", ...links, ""];
  return new Map([
    ["modules.md", overview.join("\n")],
    ["components.puml", c4Diagram(map)],
    ...map.modules.map((module) => [canvasName(module.identifier), moduleCanvas(module, map, sources)] as const),
  ]);
}

function canvasName(identifier: string): string {
  return `module-${identifier}.md`;
}

/** Escapes brackets, which would end the link. */
function linkTo(file: string): string {
  return encodeURIComponent(file).replace(/[()]/g, (bracket) => bracket === "(" ? "%28" : "%29");
}

/**
 * Returns whether a file is a canvas written by {@linkcode moduleDocuments}, possibly of a module that no longer
 * exists.
 *
 * @param name the name of the file
 * @param text the text of the file
 */
export function isModuleCanvas(name: string, text: string): boolean {
  return /^module-.+\.md$/.test(name) && isCanvas(text);
}

/** Rejects descriptions of a running application whose modules differ from the sources, as its version may differ. */
function requireSameModules({ modules }: ModuleStructure, descriptors: ModuleDescriptors): void {
  const inSources = modules.map(({ identifier }) => identifier).sort();
  const described = Object.keys(descriptors).sort();
  if (inSources.join("\n") === described.join("\n")) return;
  const [needed, given] = [inSources, described].map((identifiers) => identifiers.join(", ") || "none");
  throw new TypeError(
    `Cannot document modules as their descriptions must be those of the sources, ${needed}: current value is ${given}`,
  );
}
