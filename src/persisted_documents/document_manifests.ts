import { manifestDocuments, ResponseStatusError, type TrustedDocuments } from "../graphql/mod.ts";
import type { MaybePromise } from "../kernel/mod.ts";

/** One version of a client's documents. */
export interface DocumentManifest {
  /** Name of the version, such as `web-1.4.0`. */
  readonly name: string;
  /** The output of the client's build: a map from id to document (Relay), or an Apollo manifest. */
  readonly manifest: unknown;
  /** Whether its documents are rejected, unless another manifest contains them. */
  readonly isRetired?: boolean;
}

/** The options of {@linkcode DocumentManifests}. */
export interface DocumentManifestsOptions {
  /** Loads the manifests; called again for each reload. */
  readonly load: () => MaybePromise<readonly DocumentManifest[]>;
  /** The advice to clients of retired manifests; `"update the client"` by default. */
  readonly whenRetired?: string;
}

/** The number of requests for a document. */
interface DocumentUses {
  readonly clients: Map<string, number>;
  lastUsed: number;
}

interface LoadedManifest {
  readonly name: string;
  readonly isRetired: boolean;
  readonly documents: ReadonlyMap<string, string>;
}

/** The use of one manifest. */
export interface ManifestUse {
  /** The manifest's name. */
  readonly name: string;
  /** Whether its documents are executed. */
  readonly state: "active" | "retired";
  /** Number of its documents. */
  readonly documents: number;
  /** Number of its documents that clients requested. */
  readonly usedDocuments: number;
  /** Number of requests for its documents, by client name. */
  readonly clients: Readonly<Record<string, number>>;
  /** Time of the last request; absent without one. */
  readonly lastUsed?: string;
}

/** The use of one document. */
export interface DocumentUse {
  /** The id that clients send instead of the document. */
  readonly id: string;
  /** The document's text. */
  readonly document: string;
  /** Number of requests for it, by client name. */
  readonly clients: Readonly<Record<string, number>>;
  /** Time of the last request; absent without one. */
  readonly lastUsed?: string;
}

/**
 * The trusted documents of several versions of several clients. The class is its own service identifier.
 *
 * @example
 * ```ts
 * import { DocumentManifests } from "@espalier/espalier/persisted-documents";
 *
 * const manifests = await DocumentManifests.of({
 *   load: () => [
 *     { name: "web-2", manifest: { a2: "{ greeting }" } },
 *     { name: "web-1", manifest: { a1: "{ hello }" }, isRetired: true },
 *   ],
 * });
 * console.log(manifests.find("a2", "web")); // "{ greeting }"
 * console.log(manifests.uses()[0]?.clients); // { web: 1 }
 * ```
 */
export class DocumentManifests implements TrustedDocuments {
  readonly #options: DocumentManifestsOptions;
  readonly #uses = new Map<string, DocumentUses>();
  #manifests: readonly LoadedManifest[] = [];
  #active: ReadonlyMap<string, string> = new Map();
  #retired: ReadonlyMap<string, LoadedManifest> = new Map();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Creates manifests without documents, until {@linkcode DocumentManifests.reload} has loaded them.
   *
   * @param options the source of the manifests
   */
  constructor(options: DocumentManifestsOptions) {
    this.#options = options;
  }

  /**
   * Loads manifests.
   *
   * @param options the source of the manifests
   * @throws TypeError when a manifest can't be read, or two have different documents of one id
   */
  static async of(options: DocumentManifestsOptions): Promise<DocumentManifests> {
    const manifests = new DocumentManifests(options);
    await manifests.reload();
    return manifests;
  }

  /**
   * Loads the manifests again. Until then, and if it fails, requests use the last successful load.
   *
   * @throws TypeError when a manifest can't be read; then nothing changes
   */
  reload(): Promise<void> {
    const next = this.#last.then(() => this.#load());
    this.#last = next.catch(() => {});
    return next;
  }

  async #load(): Promise<void> {
    const manifests = (await this.#options.load()).map(loaded);
    const texts = requireOneText(manifests);
    const active = new Map<string, string>();
    const retired = new Map<string, LoadedManifest>();
    for (const manifest of manifests) {
      for (const [id, text] of manifest.documents) {
        if (manifest.isRetired) retired.set(id, manifest);
        else active.set(id, text);
      }
    }
    this.#manifests = manifests;
    this.#active = active;
    this.#retired = retired;
    for (const id of this.#uses.keys()) if (!texts.has(id)) this.#uses.delete(id);
  }

  /**
   * Finds a document, and counts the request.
   *
   * @param id the id that the client sent
   * @param client the client's name
   * @returns the text; `undefined` if no manifest contains it
   * @throws ResponseStatusError with 410 if only retired manifests contain it
   */
  find(id: string, client: string = "_UNKNOWN"): string | undefined {
    const text = this.#active.get(id);
    const retired = text === undefined ? this.#retired.get(id) : undefined;
    if (text === undefined && retired === undefined) return undefined;
    this.#count(id, client);
    if (retired === undefined) return text;
    const { whenRetired = "update the client" } = this.#options;
    throw new ResponseStatusError(
      410,
      `Cannot execute document "${id}" as its manifest "${retired.name}" is retired: ${whenRetired}`,
      { classification: "DOCUMENT_RETIRED" },
    );
  }

  /** Lists the documents of active manifests, by their ids. */
  list(): ReadonlyMap<string, string> {
    return this.#active;
  }

  #count(id: string, client: string): void {
    let uses = this.#uses.get(id);
    if (uses === undefined) this.#uses.set(id, uses = { clients: new Map(), lastUsed: 0 });
    uses.clients.set(client, (uses.clients.get(client) ?? 0) + 1);
    uses.lastUsed = Date.now();
  }

  /** The manifests, and the requests for their documents since start-up. */
  uses(): readonly ManifestUse[] {
    return this.#manifests.map(({ name, isRetired, documents }) => {
      const used = [...documents.keys()].flatMap((id) => this.#uses.get(id) ?? []);
      const state = isRetired ? "retired" : "active";
      return { name, state, documents: documents.size, usedDocuments: used.length, ...joined(used) };
    });
  }

  /**
   * The documents of a manifest, and the requests for them.
   *
   * @param name the manifest's name
   * @returns the documents; `undefined` for an unknown manifest
   */
  documentsOf(name: string): readonly DocumentUse[] | undefined {
    const manifest = this.#manifests.find((each) => each.name === name);
    return manifest && [...manifest.documents].map(([id, document]) => {
      const uses = this.#uses.get(id);
      return { id, document, ...joined(uses === undefined ? [] : [uses]) };
    });
  }
}

function loaded({ name, manifest, isRetired = false }: DocumentManifest): LoadedManifest {
  try {
    return { name, isRetired, documents: manifestDocuments(manifest) };
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new TypeError(`Cannot use manifest "${name}": ${cause.message}`, { cause });
  }
}

/** Requires that an id has the same document in all manifests. */
function requireOneText(manifests: readonly LoadedManifest[]): ReadonlyMap<string, string> {
  const known = new Map<string, { readonly text: string; readonly name: string }>();
  for (const { name, documents } of manifests) {
    for (const [id, text] of documents) {
      const other = known.get(id);
      if (other !== undefined && other.text !== text) {
        throw new TypeError(
          `Cannot use manifests "${other.name}" and "${name}" together as document "${id}" must be the same in both`,
        );
      }
      known.set(id, { text, name });
    }
  }
  return new Map([...known].map(([id, { text }]) => [id, text]));
}

function joined(uses: readonly DocumentUses[]): Pick<ManifestUse, "clients" | "lastUsed"> {
  const clients = new Map<string, number>();
  for (const each of uses) {
    for (const [name, count] of each.clients) clients.set(name, (clients.get(name) ?? 0) + count);
  }
  const last = Math.max(0, ...uses.map(({ lastUsed }) => lastUsed));
  return { clients: Object.fromEntries(clients), ...(last === 0 ? {} : { lastUsed: new Date(last).toISOString() }) };
}
