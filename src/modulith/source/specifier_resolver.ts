import type { DenoConfiguration } from "./deno_configuration.ts";
import { decodedPath, relativePath } from "./relative_path.ts";

/** Entries of an import map, with absolute targets. */
interface Scope {
  /** URL prefix of the importing files that it holds for. */
  readonly prefix: string;
  readonly exact: ReadonlyMap<string, string>;
  /** Entries that end in a slash, longest first. */
  readonly prefixes: readonly (readonly [key: string, target: string])[];
}

/** Finds the file that a specifier means: relative paths, the import map, and the members of the workspace. */
export class SpecifierResolver {
  readonly #root: string;
  readonly #scopes: readonly Scope[];

  /**
   * @param root the folder that paths are relative to, ending in a slash
   * @param configuration the `deno.json` that holds, if there is one
   */
  constructor(root: URL, configuration: DenoConfiguration | undefined) {
    this.#root = root.href;
    this.#scopes = configuration === undefined ? [] : scopesOf(configuration);
  }

  /**
   * @param specifier as it is written
   * @param importer path of the importing file, relative to the root
   * @returns a path relative to the root, beginning with `../` where it leads out of it; the URL of what is no local
   * file; or `bare:<specifier>` for a name that nothing maps
   */
  resolve(specifier: string, importer: string): string {
    if (specifier.startsWith("./") || specifier.startsWith("../")) return joined(importer, decodedPath(specifier));
    for (const scope of this.#scopes) {
      if (scope.prefix !== "" && !(this.#root + importer).startsWith(scope.prefix)) continue;
      const target = lookUp(scope, specifier);
      if (target !== undefined) return this.#relative(target);
    }
    if (specifier.startsWith("/")) return this.#relative(`file://${specifier}`);
    return this.#relative(/^[a-z][a-z\d+.-]*:/i.test(specifier) ? specifier : `bare:${specifier}`);
  }

  #relative(target: string): string {
    return relativePath(this.#root, target) ?? target;
  }
}

function lookUp(scope: Scope, specifier: string): string | undefined {
  const exact = scope.exact.get(specifier);
  if (exact !== undefined) return exact;
  for (const [key, target] of scope.prefixes) {
    if (specifier.startsWith(key)) return target + specifier.slice(key.length);
  }
  return undefined;
}

/** Appends a relative specifier to the importer's folder. */
function joined(importer: string, specifier: string): string {
  const parts = importer.split("/");
  parts.pop();
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.length === 0 || parts.at(-1) === "..") parts.push("..");
      else parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Most specific scope first, as the import map specification asks; the general entries last. */
function scopesOf(configuration: DenoConfiguration): Scope[] {
  const { folder, imports, scopes, members } = configuration;
  const all: Scope[] = [
    ...Object.entries(scopes).map(([prefix, entries]) => scopeOf(new URL(prefix, folder).href, entries, folder)),
    ...members.flatMap((member) => [
      ...scopesOf({ ...member, members: [] }).filter((scope) => scope.prefix !== ""),
      scopeOf(member.folder.href, member.imports, member.folder),
    ]),
    scopeOf("", { ...packageEntries([configuration, ...members]), ...imports }, folder),
  ];
  return all.sort((a, b) => b.prefix.length - a.prefix.length);
}

function scopeOf(prefix: string, entries: Readonly<Record<string, string | null>>, folder: URL): Scope {
  const absolute = Object.entries(entries).map(([key, target]) =>
    // With null an import map blocks a name: it leads nowhere.
    [key, target === null ? `bare:${key}` : absoluteTarget(target, folder)] as const
  );
  return {
    prefix,
    exact: new Map(absolute.filter(([key]) => !key.endsWith("/"))),
    prefixes: absolute.filter(([key]) => key.endsWith("/")).sort(([a], [b]) => b.length - a.length),
  };
}

function absoluteTarget(target: string, folder: URL): string {
  return /^\.{0,2}\//.test(target) ? new URL(target, folder).href : target;
}

/** What packages export under their own names. */
function packageEntries(packages: readonly DenoConfiguration[]): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const { name, exports = {}, folder } of packages) {
    if (name === undefined) continue;
    for (const [key, target] of Object.entries(typeof exports === "string" ? { ".": exports } : exports)) {
      entries[name + key.slice(1)] = new URL(target, folder).href;
    }
  }
  return entries;
}
