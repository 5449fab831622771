import { readConfigurationFile } from "./configuration_file.ts";
import { encodedPath } from "./relative_path.ts";

/** The `imports` of a `package.json`. */
interface Entries {
  /** The folder of the file, ending in a slash. */
  readonly folder: URL;
  /** Targets by name or pattern: strings, conditions or lists of both. */
  readonly targets: ReadonlyMap<string, unknown>;
}

/** Conditions that Deno applies to both `import` and `require`. */
const common = ["deno", "node", "module-sync", "default"];
const conditionsOfImport: ReadonlySet<string> = new Set([...common, "import"]);
const conditionsOfRequire: ReadonlySet<string> = new Set([...common, "require"]);

/** Resolves names such as `#log` by the nearest `package.json` above the importing file. */
export class PackageImports {
  /** The entries by folder URL. */
  readonly #nearest = new Map<string, Entries | undefined>();

  /**
   * Resolves a name as Deno does. Differences from Node are ignored: a project that relies on one runs on Deno only.
   *
   * @param name as it is imported, beginning with `#`
   * @param importer URL of the importing file
   * @returns the URL of a file or of a Node module, the name of another package, or `undefined` if the name is
   *   unresolved
   * @throws SyntaxError when the `package.json` is not valid JSON
   */
  targetOf(name: string, importer: string): string | undefined {
    const entries = this.#nearestTo(new URL(".", importer));
    if (entries === undefined || name === "#" || name.endsWith("/")) return undefined;
    const { key, match } = keyFor(name, entries.targets);
    if (key === undefined || leadsAway(match)) return undefined;
    const conditions = /\.c[jt]s$/.test(importer) ? conditionsOfRequire : conditionsOfImport;
    for (const target of choicesOf(entries.targets.get(key), conditions)) {
      const address = addressOf(target, match, entries.folder);
      if (address !== undefined) return address;
    }
    return undefined;
  }

  #nearestTo(folder: URL): Entries | undefined {
    if (!this.#nearest.has(folder.href)) {
      const parent = new URL("..", folder);
      const found = readEntries(folder) ?? (parent.href === folder.href ? undefined : this.#nearestTo(parent));
      this.#nearest.set(folder.href, found);
    }
    return this.#nearest.get(folder.href);
  }
}

function readEntries(folder: URL): Entries | undefined {
  const content = readConfigurationFile(new URL("package.json", folder));
  if (content === undefined) return undefined;
  const { imports } = (content ?? {}) as { imports?: unknown };
  return { folder, targets: new Map(isObject(imports) ? Object.entries(imports) : []) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The key that matches a name, and the text matched by its `*`; the pattern with the longest prefix takes precedence.
 */
function keyFor(name: string, targets: ReadonlyMap<string, unknown>): { key?: string; match: string } {
  if (!name.includes("*") && targets.has(name)) return { key: name, match: "" };
  const found =
    [...targets.keys()].map((key) => ({ key, parts: key.split("*") })).filter(({ key, parts }) =>
      parts.length === 2 && name.length >= key.length && name.startsWith(parts[0]!) && name.endsWith(parts[1]!)
    ).sort((a, b) => b.parts[0]!.length - a.parts[0]!.length || b.key.length - a.key.length)[0];
  if (found === undefined) return { match: "" };
  return { key: found.key, match: name.slice(found.parts[0]!.length, name.length - found.parts[1]!.length) };
}

/** The possible targets of an entry, in the order in which they are tried. */
function* choicesOf(entry: unknown, conditions: ReadonlySet<string>): Generator<string> {
  if (typeof entry === "string") yield entry;
  else if (Array.isArray(entry)) { for (const each of entry) yield* choicesOf(each, conditions); }
  else if (isObject(entry)) {
    for (const [condition, each] of Object.entries(entry)) {
      if (conditions.has(condition)) yield* choicesOf(each, conditions);
    }
  }
}

/** The address of a target: a path below the folder, a Node module or the name of a package; else `undefined`. */
function addressOf(target: string, match: string, folder: URL): string | undefined {
  const filled = target.replaceAll("*", () => match);
  if (!target.startsWith("./")) {
    return filled.startsWith("node:") || !/^(?:[./#]|[a-z][a-z\d+.-]*:)/i.test(filled) ? filled : undefined;
  }
  return leadsAway(target.slice(2)) ? undefined : new URL(encodedPath(filled), folder).href;
}

/** Whether a path leads out of the package or into `node_modules`. */
function leadsAway(path: string): boolean {
  return path.split(/[/\\]/).some((part) => /^(?:\.\.?|node_modules)$/i.test(part));
}
