import { build, type OnLoadResult, type OutputFile, type Plugin, stop } from "esbuild";
import * as graphql from "graphql";
import type { InlinedPackage } from "./inlined_packages.ts";

/** The bundle's files. */
export interface Bundle {
  /** Texts by the names of their files. */
  readonly files: ReadonlyMap<string, string>;
  /** Returns the name of the file of an entry point, which is named as in `exports`, for example "./data". */
  fileOf(entryPoint: string): string;
}

/** What is bundled. */
export interface BundleOptions {
  /** The folder that paths of `exports` begin at. */
  readonly repository: URL;
  /** Paths of modules by the names of entry points. */
  readonly exports: Readonly<Record<string, string>>;
  /** The import map. */
  readonly imports: Readonly<Record<string, string>>;
  /** Packages whose modules become part of the bundle; others are imported. */
  readonly packages: ReadonlyMap<string, InlinedPackage>;
}

/** Modules that are found by `new URL("./name.ts", import.meta.url)`: a worker, and what Deno loads before a service. */
const loadedByUrl = ["src/development/standby.ts", "src/graphql/controllers/executors/worker_entry.ts"];

/** Where the bundle lies: below the folder that frames of the framework are recognized by. */
const bundleFolder = "src/bundled/";

/**
 * Bundles all entry points at once, so that a module that several load is in one file, and exists once.
 *
 * @param options what is bundled
 */
export async function bundleEntryPoints(options: BundleOptions): Promise<Bundle> {
  const entryPoints = new Map(Object.entries(options.exports).map(([name, path]) => [nameOf(name), path.slice(2)]));
  for (const path of loadedByUrl) entryPoints.set(path.split("/").at(-1)!.replace(/\.ts$/, ""), path);
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries([...entryPoints].map(([name, path]) => [name, fileAt(options.repository, path)])),
    outdir: fileAt(options.repository, bundleFolder),
    absWorkingDir: fileAt(options.repository, ""),
    chunkNames: "chunk_[hash]",
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    target: "esnext",
    platform: "neutral",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "error",
    plugins: [sourceModules(options.repository, entryPoints), resolution(options)],
  });
  await stop();
  const names = new Map(Object.entries(options.exports).map(([name, path]) => [`${nameOf(name)}.js`, path]));
  return {
    files: new Map(outputFiles.map((file) => written(file, names, options.packages))),
    fileOf: (entryPoint) => `${nameOf(entryPoint)}.js`,
  };
}

/** All files lie in one folder: paths between them, and to the sources, are the same for each. */
function nameOf(entryPoint: string): string {
  return entryPoint === "." ? "mod" : entryPoint.slice(2).replaceAll(/[^\w]/g, "_");
}

function fileAt(base: URL, path: string): string {
  return new URL(path, base).pathname;
}

/** Sources as they are, but for what depends on the file that code is in. */
function sourceModules(repository: URL, entryPoints: ReadonlyMap<string, string>): Plugin {
  const names = new Map([...entryPoints].map(([name, path]) => [path, name]));
  const load = async (file: string): Promise<OnLoadResult | undefined> => {
    if (!file.startsWith(repository.pathname)) return undefined;
    const path = file.slice(repository.pathname.length);
    const text = await Deno.readTextFile(file);
    if (path === "deps.ts") return { contents: withNames(text), loader: "ts" };
    if (!text.includes("import.meta")) return undefined;
    return { contents: withUrlsOfSources(text, path, names), loader: "ts" };
  };
  return {
    name: "source modules",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => load(path));
      // The version and the name are all that code reads of it.
      onLoad({ filter: /\/deno\.json$/ }, async ({ path }) => {
        const { name, version } = JSON.parse(await Deno.readTextFile(path));
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      });
    },
  };
}

/** The bundler has to know the names of a package that is imported when it runs. */
function withNames(text: string): string {
  const names = Object.keys(graphql).filter((name) => name !== "default");
  return text.replace('export * from "graphql";', `export { ${names.join(", ")} } from "graphql";`);
}

/** Modules find other files from where their sources are, which are published, too; bundled ones beside the bundle. */
function withUrlsOfSources(text: string, path: string, names: ReadonlyMap<string, string>): string {
  const source = new URL(path, "file:///");
  return text
    .replaceAll(/new URL\(("\.[^"]*"|\w+), import\.meta\.url\)/g, (_, argument: string) => {
      const target = argument.startsWith('"') ? new URL(JSON.parse(argument), source).pathname.slice(1) : "";
      const name = names.get(target);
      if (name !== undefined) return `new URL("./${name}.js", import.meta.url)`;
      return `new URL(${argument}, new URL("${relativeTo(path)}", import.meta.url))`;
    })
    // An entry point that others import, too, is not the file that the process was started with.
    .replace(
      "if (import.meta.main)",
      () => `if (Deno.mainModule === new URL("./${names.get(path)}.js", import.meta.url).href)`,
    );
}

/** The path from the bundle to a file of the repository. */
function relativeTo(path: string): string {
  return path.startsWith("src/") ? `../${path.slice("src/".length)}` : `../../${path}`;
}

function resolution({ repository, imports, packages }: BundleOptions): Plugin {
  const resolve = (specifier: string) => {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
    if (packages.has(name)) return { path: packages.get(name)!.main.pathname };
    if (specifier.startsWith("node:")) return { path: specifier, external: true };
    const key = Object.keys(imports)
      .filter((prefix) => prefix === specifier || (prefix.endsWith("/") && specifier.startsWith(prefix)))
      .sort((a, b) => b.length - a.length)[0];
    if (key === undefined) throw new Error(`Cannot bundle "${specifier}" as it must be in the import map`);
    const target = (imports[key]! + specifier.slice(key.length)).replace(/^npm:\//, "npm:");
    return target.startsWith("./") ? { path: fileAt(repository, target) } : { path: target, external: true };
  };
  return {
    name: "resolution",
    setup: ({ onResolve }) => {
      // Pages are megabytes that few starts need: they stay the files that they are.
      onResolve({ filter: /\/page_assets\.json$/ }, ({ path, resolveDir }) => {
        const file = new URL(path, `file://${resolveDir}/`).pathname;
        return { path: relativeTo(file.slice(repository.pathname.length)), external: true };
      });
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => kind === "entry-point" ? undefined : resolve(path));
    },
  };
}

/** The text of a file: entry points name their types, and source maps the published sources. */
function written(
  { path, text }: OutputFile,
  entryPoints: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, InlinedPackage>,
): [name: string, text: string] {
  const name = path.split("/").at(-1)!;
  if (name.endsWith(".map")) {
    const map = JSON.parse(text);
    const shift = entryPoints.has(name.slice(0, -".map".length)) ? ";" : "";
    const sources = map.sources.map((source: string) => publicName(source, packages));
    return [name, JSON.stringify({ ...map, sources, mappings: shift + map.mappings })];
  }
  const source = entryPoints.get(name);
  if (source === undefined) return [name, withClassNames(text)];
  return [name, `// @ts-self-types="${relativeTo(source.slice(2))}"\n${withClassNames(text)}`];
}

/**
 * The bundler renames classes that use themselves in static members, and one that extends a package's class of the same
 * name. Beans and messages show the names of classes.
 */
function withClassNames(text: string): string {
  return text.replaceAll(
    /^(var (\w+?)(?: = class _\2\b|2 = class extends \2\b)[^{\n]*\{)/gm,
    '$1 static { Object.defineProperty(this, "name", { value: "$2", configurable: true }); }',
  );
}

/** Packages are named by their versions: their folders are those of the machine that built the bundle. */
function publicName(source: string, packages: ReadonlyMap<string, InlinedPackage>): string {
  for (const { name, version, folder } of packages.values()) {
    const [, file] = source.split(folder.pathname);
    if (file !== undefined) return `npm:${name}@${version}/${file}`;
  }
  return source;
}
