import { readConfigurationFile } from "./configuration_file.ts";

/** The parts of a `deno.json` that determine how imports are resolved. */
export interface DenoConfiguration {
  /** The folder of the file, ending in a slash. */
  readonly folder: URL;
  readonly name?: string;
  /** Exported files of the package by export name: `"."`, `"./spi"`. */
  readonly exports: Readonly<Record<string, string>>;
  /**
   * The folder that targets of the import map are relative to; differs from `folder` for a separate import map file.
   */
  readonly mapFolder: URL;
  /** Targets by name; `null` blocks a name. */
  readonly imports: Readonly<Record<string, string | null>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Excluded paths and patterns, relative to the folder. */
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
 * Reads the configuration that applies to a folder: its `deno.json` or `deno.jsonc`, or the nearest one above it. For a
 * workspace member, it is the configuration of the workspace.
 *
 * @param folder a folder, ending in a slash
 * @returns the workspace that contains the folder's configuration, that configuration itself, or `undefined`
 * @throws SyntaxError when a configuration is not valid JSON
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
  // As in Deno, inline entries take precedence over `importMap`.
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

/** The folders in a folder; empty if it does not exist, as a workspace may name a folder that is created later. */
function foldersIn(parent: URL): string[] {
  try {
    return [...Deno.readDirSync(parent)].filter((entry) => entry.isDirectory).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
