/** Entries of an import map that hold for some of the importing files, with absolute targets. */
export class ImportMapScope {
  /** URL of the importing file that the entries hold for, or of its folder; `""` for all files. */
  readonly prefix: string;
  /** Whether an entry says where a file leads, and not only a name. */
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
   * Whether the entries hold for a file.
   *
   * @param importer the file's URL
   */
  holdsFor(importer: string): boolean {
    const { prefix } = this;
    return importer === prefix || prefix === "" || (prefix.endsWith("/") && importer.startsWith(prefix));
  }

  /**
   * @param name as it is imported; a file's is its URL
   * @returns a URL, or a name that leads nowhere; `undefined` where no entry knows the name
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

/** Without a target, or with one that is no address, an import map blocks a name: it leads nowhere. */
function targetUrl(key: string, target: string | null, folder: URL): string {
  return (target === null ? undefined : absoluteUrl(target, folder)) ?? `bare:${key}`;
}

/** The URL that a path or a URL means; `undefined` for a bare name. */
function absoluteUrl(text: string, folder: URL): string | undefined {
  if (/^\.{0,2}\//.test(text)) return new URL(text, folder).href;
  return text.startsWith("file:") ? new URL(text).href : URL.canParse(text) ? text : undefined;
}
