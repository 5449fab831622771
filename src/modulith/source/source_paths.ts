const sourceName = /\.[cm]?[jt]sx?$/;
const testName = /[._](?:test|spec|bench)\.[cm]?[jt]sx?$|^(?:test|spec|bench)\.[cm]?[jt]sx?$/;
const ignoredFolder = /^(?:[._].*|node_modules|vendor|dist)$/;

/** The options for finding source files. */
export interface SourcePathsOptions {
  /** The folder that paths are relative to, ending in a slash. */
  readonly root: URL;
  /** Returns whether to exclude a file or folder. */
  readonly ignore: (path: string) => boolean;
}

/**
 * Lists the source files below a folder. Follows symbolic links, as imports do.
 *
 * @param options root and exclusions
 * @param prefix path of the folder, `""` or ending in a slash
 * @param links the real paths of the linked folders on the way, to detect loops
 */
export function* sourcePaths(
  options: SourcePathsOptions,
  prefix: string,
  links: readonly string[] = [],
): Generator<string> {
  const { root, ignore } = options;
  for (const entry of Deno.readDirSync(urlOf(root, prefix))) {
    const path = prefix + entry.name;
    const kind = entry.isSymlink ? linked(urlOf(root, path)) : entry;
    if (kind?.isDirectory) {
      if (ignoredFolder.test(entry.name) || ignore(`${path}/`)) continue;
      const folder = entry.isSymlink ? Deno.realPathSync(urlOf(root, path)) : undefined;
      if (folder === undefined) yield* sourcePaths(options, `${path}/`, links);
      else if (!isLoop(folder, urlOf(root, prefix), links)) yield* sourcePaths(options, `${path}/`, [...links, folder]);
    } else if (kind?.isFile && sourceName.test(entry.name) && !testName.test(entry.name) && !ignore(path)) yield path;
  }
}

/** The target of a link; `undefined` for a dangling link. */
function linked(link: URL): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(link);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.FilesystemLoop) return undefined;
    throw error;
  }
}

function isLoop(folder: string, from: URL, links: readonly string[]): boolean {
  return links.includes(folder) || `${Deno.realPathSync(from)}/`.startsWith(`${folder}/`);
}

/** The URL of a path below a folder. */
export function urlOf(root: URL, path: string): URL {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), root);
}
