import type { Container } from "../../deps.ts";
import { EspalierProperties, ManagedCache } from "../kernel/mod.ts";
import { BoundedDocumentCache, shapesShare } from "./execution/mod.ts";

/** Parsed and planned, a document takes about so many bytes for each character. */
const bytesPerCharacter = 256;

/** The document caches of the engines in use, where operators see them: one for each engine of the schema. */
export class DocumentCaches {
  readonly #container: Container;
  #used: readonly BoundedDocumentCache[] = [];
  #bound = 0;

  /** @param container gets a {@linkcode ManagedCache} for each engine */
  constructor(container: Container) {
    this.#container = container;
  }

  /** Begins the caches of a schema: they replace those in use when `use` is called. */
  begin(): { readonly newCache: () => BoundedDocumentCache; readonly use: () => void } {
    const { documentCacheBytes } = this.#container.get(EspalierProperties).graphql;
    const made: BoundedDocumentCache[] = [];
    const newCache = () => {
      const maxCharacters = Math.floor(documentCacheBytes / bytesPerCharacter / (1 + shapesShare));
      const cache = new BoundedDocumentCache({ maxCharacters });
      made.push(cache);
      return cache;
    };
    return { newCache, use: () => this.#use(made) };
  }

  #use(caches: readonly BoundedDocumentCache[]): void {
    this.#used = caches;
    while (this.#bound < caches.length) this.#bind(this.#bound++);
  }

  #bind(index: number): void {
    this.#container.bind(ManagedCache).toConstantValue({
      name: index === 0 ? "documents" : `documents-${index + 1}`,
      manager: "graphql",
      target: "BoundedDocumentCache",
      // Each schema has as many engines as there are visibility profiles, whose number does not change.
      statistics: () => this.#used[index]!.statistics,
      clear: () => this.#used[index]!.clear(),
    });
  }
}
