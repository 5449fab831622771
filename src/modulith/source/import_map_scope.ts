/** A scope of an import map: entries that apply to some importing files, with absolute targets. */
export class ImportMapScope {
  /** URL of the importing file or folder that the entries apply to; `""` for all files. */
  readonly prefix: string;
  /** Whether an entry maps a file URL, and not only a bare name. */
  readonly mapsFiles: boolean;
  readonly #exact: ReadonlyMap<string, string>;
  /** Entries that end in a slash, longest first. */
  readonly #prefixes: readonly (readonly [key: string, target: string])[];

  /**
   * @param prefix URL of the importing file or folder, `""` for all
   * @param entries targets by name; `null` blocks a name
   * @param folder that the entries are relative to
   */
  constructor(prefix: string, entries: Readonly<Record<string, string | null>>, folder: URL) {
    const absolute = Object.entries(entries).map(([key, target]) =>
      [absoluteUrl(key, folder) ?? key, targetUrl(key, target, folder)] as const
    );
    this.prefix = prefix;
    this.mapsFiles = absolute.some(([key]) => key.startsWith("file:"));
    this.#exact = new Map(absolute.filter(([key]) => !key.endsWith("/")));
    this.#prefixes = absolute.filter(([key]) => key.endsWith("/")).sort(([a], [b]) => b.length - a.length);
  }

  /**
   * Whether the entries apply to a file.
   *
   * @param importer the file's URL
   */
  holdsFor(importer: string): boolean {
    const { prefix } = this;
    return importer === prefix || prefix === "" || (prefix.endsWith("/") && importer.startsWith(prefix));
  }

  /**
   * Resolves a name.
   * @param name as it is imported; for a file its URL
   * @returns a URL, or an unresolvable name; `undefined` if no entry matches
   */
  targetOf(name: string): string | undefined {
    const exact = this.#exact.get(name);
    if (exact !== undefined) return exact;
    for (const [key, target] of this.#prefixes) {
      if (name.startsWith(key)) return target + name.slice(key.length);
    }
    return undefined;
  }
}

/** Resolves a target. `null` or an invalid URL blocks a name, as the import map specification requires. */
function targetUrl(key: string, target: string | null, folder: URL): string {
  return (target === null ? undefined : absoluteUrl(target, folder)) ?? `bare:${key}`;
}

/** Converts a path or a URL to a URL; `undefined` for a bare name. */
function absoluteUrl(text: string, folder: URL): string | undefined {
  if (/^\.{0,2}\//.test(text)) return new URL(text, folder).href;
  return text.startsWith("file:") ? new URL(text).href : URL.canParse(text) ? text : undefined;
}
