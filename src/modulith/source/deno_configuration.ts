import { parseJsonc } from "./jsonc.ts";

/** The parts of a `deno.json` that say where an import leads. */
export interface DenoConfiguration {
  /** The folder of the file, ending in a slash. */
  readonly folder: URL;
  readonly name?: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Folders that the configuration leaves out, relative to its own. */
  readonly exclude: readonly string[];
  /** The members of a workspace. */
  readonly members: readonly DenoConfiguration[];
}

interface RawConfiguration {
  readonly name?: string;
  readonly exports?: string | Record<string, string>;
  readonly imports?: Record<string, string>;
  readonly scopes?: Record<string, Record<string, string>>;
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
  const text = readIfPresent(new URL("deno.json", folder)) ?? readIfPresent(new URL("deno.jsonc", folder));
  if (text === undefined) return undefined;
  const raw = parseJsonc(text) as RawConfiguration;
  const external = raw.importMap === undefined ? undefined : readIfPresent(new URL(raw.importMap, folder));
  const map = external === undefined ? raw : parseJsonc(external) as RawConfiguration;
  return {
    folder,
    ...(raw.name !== undefined && { name: raw.name }),
    ...(raw.exports !== undefined && { exports: raw.exports }),
    imports: map.imports ?? {},
    scopes: map.scopes ?? {},
    exclude: raw.exclude ?? [],
    members: memberFolders(raw, folder).flatMap((member) => readConfiguration(member) ?? []),
  };
}

function memberFolders({ workspace }: RawConfiguration, folder: URL): URL[] {
  const patterns = Array.isArray(workspace) ? workspace : (workspace as { members?: string[] })?.members ?? [];
  return patterns.flatMap((pattern: string) => {
    if (!pattern.endsWith("/*")) return new URL(pattern.endsWith("/") ? pattern : `${pattern}/`, folder);
    const parent = new URL(pattern.slice(0, -1), folder);
    return [...Deno.readDirSync(parent)].filter((entry) => entry.isDirectory).map((entry) =>
      new URL(`${entry.name}/`, parent)
    );
  });
}

function readIfPresent(file: URL): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    // Above the folders that may be read nothing is asked for: what holds there can't be known.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
