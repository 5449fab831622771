/**
 * Writes `docs/architecture-map.md` from the imports that the module scanner finds in `src`:
 * `deno task docs:architecture`.
 *
 * @module
 */

import { ApplicationModules } from "../../src/modulith/mod.ts";

const page = new URL("../../docs/architecture-map.md", import.meta.url);
const { tree } = await ApplicationModules.scan(new URL("../../src/", import.meta.url), { systemName: "espalier" });

/** Folders, each with the folders that its files import from. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Areas that start whole services or stand in for a library; the diagram leaves them out. */
const notDrawn = ["commands", "development", "new", "std", "testing"];

/** Collects the imports between folders; `folderOf` returns undefined for files that belong to none. */
function importsBetween(folderOf: (path: string) => string | undefined): Imports {
  const imports = new Map<string, Set<string>>();
  for (const { path, references } of tree.files.values()) {
    const folder = folderOf(path);
    if (folder === undefined) continue;
    const targets = references.map(({ target }) => tree.files.has(target) ? folderOf(target) : undefined);
    const found = imports.get(folder) ?? new Set();
    for (const target of targets) if (target !== undefined && target !== folder) found.add(target);
    imports.set(folder, found);
  }
  return new Map([...imports].sort(([one], [other]) => one < other ? -1 : 1));
}

/** The areas below `src`. */
function areaOf(path: string): string | undefined {
  return /^(\w+)\//.exec(path)?.[1];
}

/** The parts of the GraphQL area. */
function partOf(path: string): string | undefined {
  return /^graphql\/(\w+)\//.exec(path)?.[1];
}

/** The floor of each folder: 0 without imports, else one above the highest folder that it imports. */
function floorsOf(imports: Imports): Map<string, number> {
  const floors = new Map<string, number>();
  const floorOf = (folder: string, path: readonly string[]): number => {
    if (path.includes(folder)) throw new Error(`Cannot draw the map as folders form a cycle: ${path.join(" -> ")}`);
    const known = floors.get(folder);
    if (known !== undefined) return known;
    const below = [...imports.get(folder) ?? []].map((target) => floorOf(target, [...path, folder]));
    const floor = below.length === 0 ? 0 : Math.max(...below) + 1;
    floors.set(folder, floor);
    return floor;
  };
  for (const folder of imports.keys()) floorOf(folder, []);
  return floors;
}

/** Tells whether `from` imports `to` through other folders. */
function isImpliedBy(imports: Imports, from: string, to: string): boolean {
  const reaches = (folder: string): boolean =>
    imports.get(folder)?.has(to) === true || [...imports.get(folder) ?? []].some(reaches);
  return [...imports.get(from) ?? []].some((between) => between !== to && reaches(between));
}

function diagram(imports: Imports): string {
  const drawn = new Map([...imports].filter(([folder]) => !notDrawn.includes(folder)));
  const lines = [...drawn].flatMap(([folder, targets]) =>
    [...targets].filter((target) => drawn.has(target) && !isImpliedBy(drawn, folder, target)).sort()
      .map((target) => `  ${folder} --> ${target}`)
  );
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

function floorTable(imports: Imports): string {
  const byFloor = Map.groupBy(floorsOf(imports), ([, floor]) => floor);
  const rows = [...byFloor].sort(([one], [other]) => other - one)
    .map(([floor, folders]) => `| ${floor} | ${folders.map(([folder]) => `\`${folder}\``).sort().join(", ")} |`);
  return ["| Floor | Folders |", "| --- | --- |", ...rows].join("\n");
}

function importTable(imports: Imports): string {
  const rows = [...imports].map(([folder, targets]) =>
    `| \`${folder}\` | ${[...targets].sort().map((target) => `\`${target}\``).join(", ")} |`
  );
  return ["| Folder | Imports from |", "| --- | --- |", ...rows].join("\n");
}

/** The page, before it is formatted. */
export function architectureMap(): string {
  const areas = importsBetween(areaOf);
  const parts = importsBetween(partOf);
  return `# Map of imports

The module scanner reads this map from the imports in \`src/\`, types included. \`deno task docs:architecture\` writes the
page, and a test compares it with the source. [Architecture](architecture.md) says what each folder contains.

## Areas

A folder imports only folders of lower floors.

${floorTable(areas)}

The diagram shows direct imports only: an arrow that follows from other arrows is left out, and so are
${notDrawn.map((folder) => `\`${folder}\``).join(", ")}, which start whole services or stand in for a library.

${diagram(areas)}

## Parts of \`graphql\`

${floorTable(parts)}

${diagram(parts)}

## All imports

${importTable(areas)}

### Parts of \`graphql\`

${importTable(parts)}
`;
}

/** The page as it is. */
export function architectureMapPage(): string {
  return Deno.readTextFileSync(page);
}

if (import.meta.main) {
  Deno.writeTextFileSync(page, architectureMap());
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page.pathname] }).output();
}
