import type { DenoConfiguration } from "./deno_configuration.ts";
import { ImportMapScope } from "./import_map_scope.ts";
import { PackageImports } from "./package_imports.ts";
import { decodedPath, encodedPath, relativePath } from "./relative_path.ts";

/**
 * Resolves specifiers: relative paths, the import map, the members of the workspace, and the `imports` of a
 * `package.json`.
 */
export class SpecifierResolver {
  readonly #root: string;
  /** The scopes, the most specific first, as the import map specification requires; the general entries last. */
  readonly #scopes: readonly ImportMapScope[];
  /** Whether an import map maps file URLs, and not only bare names. */
  readonly #mapsFiles: boolean;
  /** Files of workspace packages by names such as `@shop/orders/spi`. */
  readonly #packages: ReadonlyMap<string, string>;
  readonly #packageImports = new PackageImports();

  /**
   * @param root the folder that paths are relative to, ending in a slash
   * @param configuration the `deno.json` that applies, if any
   */
  constructor(root: URL, configuration: DenoConfiguration | undefined) {
    this.#root = root.href;
    const all = configuration === undefined ? [] : [configuration, ...configuration.members];
    this.#packages = packageEntries(all);
    this.#scopes = configuration === undefined ? [] : scopesOf(configuration, this.#packages);
    this.#mapsFiles = this.#scopes.some(({ mapsFiles }) => mapsFiles);
  }

  /**
   * @param specifier as it is written
   * @param importer path of the importing file, relative to the root
   * @returns a path relative to the root, beginning with `../` outside of it; the URL of a target that is not a local
   *   file; or `bare:<specifier>` for a name that can't be resolved
   */
  resolve(specifier: string, importer: string): string {
    const isRelative = /^\.\.?(?:\/|$)/.test(specifier);
    if (isRelative && !this.#mapsFiles) return this.#joined(importer, specifier);
    const from = new URL(encodedPath(importer), this.#root).href;
    const name = isRelative || specifier.startsWith("/") ? new URL(specifier, from).href : specifier;
    for (const scope of this.#scopes) {
      const target = scope.holdsFor(from) ? scope.targetOf(name) : undefined;
      if (target !== undefined) return this.#relative(target);
    }
    if (isRelative) return this.#joined(importer, specifier);
    return this.#relative(name.startsWith("#") ? this.#packageImports.targetOf(name, from) ?? name : name);
  }

  /** Joins a relative specifier, which may leave the root and return to it. */
  #joined(importer: string, specifier: string): string {
    const path = joined(importer, decodedPath(specifier));
    return /^\.\.(?:\/|$)/.test(path) ? this.#relative(new URL(encodedPath(path), this.#root).href) : path;
  }

  #relative(target: string): string {
    if (!/^[a-z][a-z\d+.-]*:/i.test(target)) return `bare:${target}`;
    const file = target.startsWith("jsr:") ? this.#packages.get(withoutVersion(target)) ?? target : target;
    return relativePath(this.#root, file) ?? file;
  }
}

/** Removes registry and version: Deno resolves packages of the workspace locally, whatever the registry. */
function withoutVersion(specifier: string): string {
  return specifier.replace(/^jsr:\/?(@[^/]+\/[^/@]+)(?:@[^/]*)?/, "$1");
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

function scopesOf(configuration: DenoConfiguration, packages: ReadonlyMap<string, string>): ImportMapScope[] {
  const { mapFolder, imports, members } = configuration;
  const all = [
    ...[configuration, ...members].flatMap((each) =>
      Object.entries(each.scopes).map(([prefix, entries]) =>
        new ImportMapScope(new URL(prefix, each.mapFolder).href, entries, each.mapFolder)
      )
    ),
    ...members.map((member) => new ImportMapScope(member.folder.href, member.imports, member.mapFolder)),
    new ImportMapScope("", { ...Object.fromEntries(packages), ...imports }, mapFolder),
  ];
  return all.sort((a, b) => b.prefix.length - a.prefix.length);
}

/** The exports of packages by their full names. */
function packageEntries(packages: readonly DenoConfiguration[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { name, exports, folder } of packages) {
    if (name === undefined) continue;
    for (const [key, target] of Object.entries(exports)) {
      entries.set(name + key.slice(1), new URL(target, folder).href);
    }
  }
  return entries;
}
