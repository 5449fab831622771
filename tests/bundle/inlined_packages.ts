/** A package of npm whose modules become part of the bundle. */
export interface InlinedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, in the cache of Deno. */
  readonly folder: URL;
  /** The module that an import of the package's name leads to. */
  readonly main: URL;
}

/**
 * The container, whose 372 small modules take longer to find and to load than ours, and a package in CommonJS. What
 * GraphQL is made of is compared by its class: services share that package with the framework.
 */
const roots = ["inversify", "@inversifyjs/plugin", "dataloader"];

/** What `deno info --json` says of a package. */
interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

/**
 * Finds the packages that are inlined, in the versions that the lock file has, by their names.
 *
 * @param entry URL of the module that loads them
 */
export async function inlinedPackages(entry: URL): Promise<ReadonlyMap<string, InlinedPackage>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry.href],
    cwd: new URL(".", entry),
    env: { NO_COLOR: "1" },
    stderr: "null",
  }).output();
  const { npmPackages }: { npmPackages: Record<string, NpmPackage> } = JSON.parse(new TextDecoder().decode(stdout));
  const found = new Map<string, InlinedPackage>();
  const add = (key: string): void => {
    const { name, version, dependencies, localPath } = npmPackages[key]!;
    if (found.has(name)) return;
    const folder = new URL(`file://${localPath}/`);
    found.set(name, { name, version, folder, main: mainOf(folder) });
    dependencies.forEach(add);
  };
  Object.entries(npmPackages).filter(([, { name }]) => roots.includes(name)).forEach(([key]) => add(key));
  for (const name of roots) {
    if (!found.has(name)) throw new Error(`Cannot inline package "${name}" as ${entry.href} must load it`);
  }
  return found;
}

/** Conditions of `exports` in a package.json: to a path, or to further conditions. */
type Conditions = string | { readonly [condition: string]: Conditions };

function mainOf(folder: URL): URL {
  const { exports, module, main } = JSON.parse(Deno.readTextFileSync(new URL("package.json", folder)));
  let path: Conditions = exports?.["."] ?? module ?? main;
  while (typeof path !== "string") path = (path["import"] ?? path["default"])!;
  return new URL(path, folder);
}

/**
 * Returns the licenses of packages as one text, which their terms ask for where they are copied.
 *
 * @param packages what is inlined
 */
export async function licensesOf(packages: ReadonlyMap<string, InlinedPackage>): Promise<string> {
  const texts: string[] = [];
  for (const { name, version, folder } of packages.values()) {
    const file = [...Deno.readDirSync(folder)].find((entry) => /^licen[cs]e/i.test(entry.name));
    if (file === undefined) throw new Error(`Cannot inline package "${name}" as it must have a license`);
    texts.push(`${name} ${version}\n\n${(await Deno.readTextFile(new URL(file.name, folder))).trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
