import type { Class } from "../../kernel/mod.ts";
import type { CollectionForms } from "../forms/collection_forms.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { DocumentExtension, DocumentRequest, DocumentWriterOf } from "../hal/document_writer.ts";
import type { HalDocument } from "../hal/item_writer.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import type { ModelProcessing } from "./model_processing.ts";
import type { RepresentationModel } from "./representation_model.ts";
import { writeAdditions } from "./write_additions.ts";

/** Parts of {@linkcode DocumentEnricher}. */
export interface DocumentEnricherOptions {
  readonly collection: ExportedCollection;
  readonly processing: ModelProcessing;
  readonly forms: CollectionForms;
  readonly writers: JsonWriters;
  readonly writerOf: DocumentWriterOf;
}

/** Adds the content of processors and forms to documents. */
export class DocumentEnricher implements DocumentExtension {
  readonly readsWhole: boolean;
  readonly #options: DocumentEnricherOptions;

  /** @param options the collection, its processors and its forms */
  constructor(options: DocumentEnricherOptions) {
    this.#options = options;
    this.readsWhole = options.processing.processesItems(options.collection);
  }

  async extend(
    entities: readonly object[],
    documents: readonly HalDocument[],
    request: DocumentRequest,
  ): Promise<void> {
    const { base, forms = false } = request;
    if (forms) {
      documents.forEach((document, i) => document._templates = this.#options.forms.item(entities[i]!, base));
    }
    if (!this.readsWhole) return;
    const items = entities.map((entity, i) => [entity, documents[i]!] as const);
    const models = await this.#options.processing.items(this.#options.collection, items, base);
    const embedded = await this.embedded(models, request);
    models.forEach((model, i) => {
      writeAdditions(documents[i]!, { ...model.additions, embedded: embedded[i]! }, forms);
    });
  }

  /**
   * Writes the embedded values of models: the entities of each collection at once, without additions of processors.
   *
   * @param models the models from processors
   * @param request how documents are written
   */
  async embedded(
    models: readonly RepresentationModel[],
    request: Pick<DocumentRequest, "base" | "budget">,
  ): Promise<ReadonlyMap<string, readonly unknown[]>[]> {
    const { base, budget } = request;
    const { writers, writerOf } = this.#options;
    const values = new Set(models.flatMap(({ additions }) => [...additions.embedded.values()].flat()));
    const groups = Map.groupBy(values, (value) => this.#collectionOf(value));
    const written = new Map<unknown, unknown>();
    for (const [collection, group] of groups) {
      if (collection === undefined) continue;
      // Of a collection there are entities alone.
      const nested = { base, budget, inCollection: true, isNested: true };
      const documents = await writerOf(collection).write(group as object[], nested);
      group.forEach((value, i) => written.set(value, documents[i]));
    }
    const write = (value: unknown) => written.get(value) ?? writers.plain(value, base);
    return models.map(({ additions }) => new Map([...additions.embedded].map(([rel, held]) => [rel, held.map(write)])));
  }

  #collectionOf(value: unknown): ExportedCollection | undefined {
    if (typeof value !== "object" || value === null || typeof value.constructor !== "function") return undefined;
    return this.#options.writers.collectionOf(value.constructor as Class);
  }
}
