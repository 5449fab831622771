/** Finds documents by name. */
export interface DocumentSource {
  /**
   * Finds one document.
   *
   * @param name the document's name, without ending
   * @returns its text
   * @throws Error if there is no such document
   */
  getDocument(name: string): Promise<string>;
}

/** The locations of a {@linkcode ResourceDocumentSource}. */
export interface ResourceDocumentSourceOptions {
  /** Folders, as URLs ending in a slash; the first that has the document wins. */
  readonly locations: readonly URL[];
  /** Endings; `.graphql` and `.gql` by default. */
  readonly extensions?: readonly string[];
}

/** Reads documents from files, once each. */
export class ResourceDocumentSource implements DocumentSource {
  readonly #locations: readonly URL[];
  readonly #extensions: readonly string[];
  readonly #documents = new Map<string, Promise<string>>();

  /**
   * Creates the source.
   *
   * @param options folders and endings
   */
  constructor({ locations, extensions = [".graphql", ".gql"] }: ResourceDocumentSourceOptions) {
    this.#locations = locations;
    this.#extensions = extensions;
  }

  /** Reads the document from the first location that has it. */
  getDocument(name: string): Promise<string> {
    const known = this.#documents.get(name);
    if (known !== undefined) return known;
    const read = this.#read(name);
    this.#documents.set(name, read);
    // A failure is not cached: the file or the network may be available next time.
    read.catch(() => this.#documents.delete(name));
    return read;
  }

  async #read(name: string): Promise<string> {
    for (const location of this.#locations) {
      for (const extension of this.#extensions) {
        const text = await readIfPresent(new URL(`${name}${extension}`, location));
        if (text !== undefined) return text;
      }
    }
    const places = this.#locations.map(({ href }) => href).join(", ");
    throw new Error(`Failed to find document, name='${name}', under location(s)=[${places}]`);
  }
}

/**
 * Reads a document.
 *
 * @param url a file, or any address that `fetch` understands
 */
export async function readDocument(url: URL): Promise<string> {
  const text = await readIfPresent(url);
  if (text === undefined) throw new Error(`Cannot read document as there is none at ${url.href}`);
  return text;
}

async function readIfPresent(url: URL): Promise<string | undefined> {
  if (url.protocol !== "file:") {
    const response = await fetch(url);
    const text = await response.text();
    return response.ok ? text : undefined;
  }
  try {
    return await Deno.readTextFile(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
