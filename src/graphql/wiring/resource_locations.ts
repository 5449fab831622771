import { Resource } from "./resource.ts";
import { explain } from "./resource_loading.ts";

/** Where to look for resources. */
export interface ResourceLocations {
  /** Folders, as `file:` URLs that end in a slash, below which relative patterns are looked up. */
  readonly roots: readonly URL[];
  /**
   * Glob patterns (`*`, `**`, `?`, `{a,b}`) or plain paths, relative to each root, or absolute URLs. A pattern that
   * names a folder matches everything below it.
   */
  readonly patterns: readonly string[];
  /** File name extensions of the resources, for example `[".graphqls"]`. */
  readonly extensions: readonly string[];
}

/**
 * Finds the files that match any of the patterns below any of the roots, each once, sorted by path within a pattern.
 *
 * A URL that is not a `file:` URL and has no wildcard is returned unchanged.
 *
 * @param locations roots, patterns and endings
 * @throws Error that names the missing permission flag when a folder may not be read
 *
 * @example
 * ```ts
 * import { findResources } from "@espalier/espalier/graphql";
 *
 * const root = new URL("file:///srv/bookstore/");
 * const patterns = ["https://schemas.example/books.graphqls"];
 * const found = await findResources({ roots: [root], patterns, extensions: [".graphqls"] });
 * console.log(found.length); // 1: a URL without wildcards is taken as it is, and read later
 * ```
 */
export async function findResources(locations: ResourceLocations): Promise<Resource[]> {
  const found = new Map<string, Resource>();
  for (const pattern of locations.patterns) {
    for (const url of absolute(pattern, locations.roots)) {
      for (const match of await expand(url, locations.extensions)) found.set(match, Resource.url(match));
    }
  }
  return [...found.values()];
}

function absolute(pattern: string, roots: readonly URL[]): string[] {
  if (/^[a-z][a-z0-9+.-]+:/i.test(pattern)) return [pattern];
  return roots.map((root) => new URL("./", root).href + pattern.replace(/^\.?\//, ""));
}

async function expand(url: string, extensions: readonly string[]): Promise<string[]> {
  if (!url.startsWith("file:")) return [url];
  const wildcard = url.search(/[*?{]/);
  const folder = new URL(wildcard < 0 ? url : url.slice(0, url.lastIndexOf("/", wildcard) + 1));
  const files = await filesAt(folder);
  const matches = wildcard < 0 ? () => true : matcherOf(url);
  return files.filter((file) => matches(file) && extensions.some((extension) => file.endsWith(extension))).sort();
}

async function filesAt(place: URL): Promise<string[]> {
  try {
    const info = await Deno.stat(place);
    return info.isDirectory ? await walk(new URL(place.href.replace(/\/?$/, "/"))) : [place.href];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw explain(error, place, "--allow-read");
  }
}

async function walk(folder: URL): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const place = new URL(encodeURIComponent(entry.name) + (entry.isDirectory ? "/" : ""), folder);
    if (entry.isDirectory) files.push(...await walk(place));
    else files.push(place.href);
  }
  return files;
}

function matcherOf(glob: string): (file: string) => boolean {
  const source = glob.replace(/\/?$/, "").split(/(\*\*\/?|\*|\?|\{[^{}]*\})/).map(partSource).join("");
  const expression = new RegExp(`^${source}$`);
  return (file) => expression.test(file);
}

function partSource(part: string): string {
  if (part === "**/") return "(?:.*/)?";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (!part.startsWith("{")) return escaped(part);
  return `(?:${part.slice(1, -1).split(",").map(escaped).join("|")})`;
}
