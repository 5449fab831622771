import { readConfigurationFile } from "./configuration_file.ts";

/** The parts of a `deno.json` that say where an import leads. */
export interface DenoConfiguration {
  /** The folder of the file, ending in a slash. */
  readonly folder: URL;
  readonly name?: string;
  /** Files by the names under which the package exports them: `"."`, `"./spi"`. */
  readonly exports: Readonly<Record<string, string>>;
  /** The folder of the import map, which its targets are relative to: another one where it is a file of its own. */
  readonly mapFolder: URL;
  /** Targets by name; `null` blocks a name. */
  readonly imports: Readonly<Record<string, string | null>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Paths and patterns of what the configuration leaves out, relative to its folder. */
  readonly exclude: readonly string[];
  /** The members of a workspace. */
  readonly members: readonly DenoConfiguration[];
}

interface RawConfiguration {
  readonly name?: string;
  readonly exports?: string | Record<string, string>;
  readonly imports?: Record<string, string | null>;
  readonly scopes?: Record<string, Record<string, string | null>>;
  readonly importMap?: string;
  readonly exclude?: readonly string[];
  readonly workspace?: readonly string[] | { readonly members?: readonly string[] };
}

/**
 * Reads the configuration that holds for a folder: its own `deno.json` or `deno.jsonc`, or the nearest one above it. A
 * workspace member's configuration includes its workspace.
 *
 * @param folder a folder, ending in a slash
 * @returns the outermost configuration that names the folder's, or `undefined` where there is none
 * @throws SyntaxError when a configuration is no JSON
 */
export function findConfiguration(folder: URL): DenoConfiguration | undefined {
  let nearest: DenoConfiguration | undefined;
  for (let at = folder;; at = new URL("..", at)) {
    const found = readConfiguration(at);
    if (found !== undefined) {
      if (nearest === undefined) nearest = found;
      else if (found.members.some((member) => member.folder.href === nearest!.folder.href)) return found;
    }
    if (at.href === new URL("..", at).href) return nearest;
  }
}

function readConfiguration(folder: URL): DenoConfiguration | undefined {
  const raw = readRaw(new URL("deno.json", folder)) ?? readRaw(new URL("deno.jsonc", folder));
  if (raw === undefined) return undefined;
  // Entries of its own go before a file that is named beside them, as Deno warns.
  const mapFile = raw.importMap === undefined || raw.imports || raw.scopes ? folder : new URL(raw.importMap, folder);
  const map = (mapFile === folder ? undefined : readRaw(mapFile)) ?? raw;
  return {
    folder,
    mapFolder: new URL(".", mapFile),
    ...(raw.name !== undefined && { name: raw.name }),
    exports: typeof raw.exports === "string" ? { ".": raw.exports } : raw.exports ?? {},
    imports: map.imports ?? {},
    scopes: map.scopes ?? {},
    exclude: raw.exclude ?? [],
    members: memberFolders(raw, folder).flatMap((member) => readConfiguration(member) ?? []),
  };
}

function readRaw(file: URL): RawConfiguration | undefined {
  if (file.protocol !== "file:") {
    throw new TypeError(`Cannot read an import map as it must be a local file: current value is "${file}"`);
  }
  return readConfigurationFile(file) as RawConfiguration | undefined;
}

function memberFolders({ workspace }: RawConfiguration, folder: URL): URL[] {
  const patterns = Array.isArray(workspace) ? workspace : (workspace as { members?: string[] })?.members ?? [];
  return patterns.flatMap((pattern: string) => {
    if (!pattern.endsWith("/*")) return new URL(pattern.endsWith("/") ? pattern : `${pattern}/`, folder);
    const parent = new URL(pattern.slice(0, -1), folder);
    return foldersIn(parent).map((name) => new URL(`${encodeURIComponent(name)}/`, parent));
  });
}

/** A workspace may name a folder that isn't there yet. */
function foldersIn(parent: URL): string[] {
  try {
    return [...Deno.readDirSync(parent)].filter((entry) => entry.isDirectory).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
