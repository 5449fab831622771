/**
 * Builds what is published, `deno task bundle [folder]`: the sources, and every entry point as JavaScript in `src/bundled/`.
 *
 * The folder is published as it is. Entry points lead to the bundle, its types to the sources, its source maps to the
 * sources. Nothing of it is committed, so that it cannot be stale.
 *
 * @module
 */

import { type Bundle, bundleEntryPoints } from "./bundle_entry_points.ts";
import { inlinedPackages, licensesOf } from "./inlined_packages.ts";

/** The folder of the repository. */
export const repository = new URL("../../", import.meta.url);

/** The part of the configuration that the package keeps. */
interface Configuration {
  readonly exports: Readonly<Record<string, string>>;
  readonly exclude: readonly string[];
  readonly publish: { readonly include: readonly string[] };
  readonly [name: string]: unknown;
}

/** The settings for work on the repository, which its files serve alone. */
const settingsOfTheRepository = ["tasks", "lint", "fmt", "lock"] as const;

/**
 * Builds the package.
 *
 * @param folder where to, a URL of a folder; what an earlier build left in it is replaced
 */
export async function buildPackage(folder: URL): Promise<void> {
  const configuration: Configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(folder, { recursive: true });
  for (const path of configuration.publish.include) await copy(path, folder, configuration.exclude);
  const packages = await inlinedPackages(new URL("mod.ts", repository));
  const bundle = await bundleEntryPoints({ repository, packages, ...importsOf(configuration) });
  await writeBundle(bundle, new URL("src/bundled/", folder));
  await Deno.writeTextFile(new URL("src/bundled/LICENSES.txt", folder), await licensesOf(packages));
  const kept = Object.fromEntries(
    Object.entries(configuration).filter(([name]) => !(settingsOfTheRepository as readonly string[]).includes(name)),
  );
  const exports = Object.fromEntries(
    Object.keys(configuration.exports).map((name) => [name, `./src/bundled/${bundle.fileOf(name)}`]),
  );
  await Deno.writeTextFile(new URL("deno.json", folder), `${JSON.stringify({ ...kept, exports }, null, 2)}\n`);
}

/**
 * Returns the address of each entry point of a package that was built, by the specifier that a service imports.
 *
 * @param folder where the package is
 */
export async function entryPointsOf(folder: URL): Promise<Record<string, string>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", folder)));
  return Object.fromEntries(
    Object.entries<string>(exports).map(([name, file]) =>
      [`@espalier/espalier${name.slice(1)}`, new URL(file, folder).href] as const
    ),
  );
}

function importsOf({ exports, imports }: Configuration) {
  return { exports, imports: imports as Readonly<Record<string, string>> };
}

async function copy(path: string, folder: URL, exclude: readonly string[]): Promise<void> {
  if (exclude.includes(path)) return;
  const { isDirectory } = await Deno.stat(new URL(path, repository));
  if (!isDirectory) return await Deno.copyFile(new URL(path, repository), new URL(path, folder));
  await Deno.mkdir(new URL(path, folder), { recursive: true });
  for await (const { name } of Deno.readDir(new URL(path, repository))) await copy(`${path}/${name}`, folder, exclude);
}

async function writeBundle({ files }: Bundle, folder: URL): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of files) await Deno.writeTextFile(new URL(name, folder), text);
}

if (import.meta.main) {
  await buildPackage(new URL(`${Deno.args[0] ?? "dist"}/`, `file://${Deno.cwd()}/`));
}
