import { type Class, inOrder, type MaybePromise } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { HalDocument } from "../hal/item_writer.ts";
import { ItemModel, RepresentationModel } from "./representation_model.ts";
import type { ModelContext, RepresentationModelProcessor } from "./representation_model_processor.ts";

/** Calls the processors of documents. */
export class ModelProcessing {
  readonly #processors: readonly RepresentationModelProcessor[];
  readonly #registry: CollectionRegistry;
  readonly #byCollection = new Map<ExportedCollection, readonly RepresentationModelProcessor[]>();

  /**
   * @param processors the beans
   * @param registry all collections
   */
  constructor(processors: readonly RepresentationModelProcessor[], registry: CollectionRegistry) {
    this.#processors = inOrder(processors);
    this.#registry = registry;
    for (const collection of registry) {
      const suits = (type: Class | undefined) => type === undefined || isOrExtends(collection.type, type);
      this.#byCollection.set(collection, this.#processors.filter((one) => suits(one.entityType?.())));
    }
  }

  /** Whether processors handle the items of a collection, so that all properties must be read. */
  processesItems(collection: ExportedCollection): boolean {
    return this.#of(collection).some((one) => one.processItems !== undefined);
  }

  /** Whether processors handle documents with several items of a collection. */
  processesCollection(collection: ExportedCollection): boolean {
    return this.#of(collection).some((one) => one.processCollection !== undefined);
  }

  /**
   * Lets processors add to the documents of items.
   *
   * @param collection the items' collection
   * @param items the items with their documents
   * @param base the prefix of all URIs
   * @returns the additions, in the order of the items
   */
  async items(
    collection: ExportedCollection,
    items: readonly (readonly [entity: object, document: HalDocument])[],
    base: string,
  ): Promise<RepresentationModel[]> {
    const models = items.map(([entity, document]) =>
      new ItemModel<unknown>(entity, collection.itemHref(base, collection.idOf(entity)), relationsOf(document))
    );
    const context = this.#context(base);
    for (const processor of this.#of(collection)) {
      if (processor.processItems === undefined || models.length === 0) continue;
      await untilAborted(processor.processItems(models, context), context.signal);
    }
    return models;
  }

  /**
   * Lets processors add to a document that holds several items.
   *
   * @param collection the items' collection
   * @param document the document
   * @param at the document's address, and the prefix of all URIs
   */
  async collection(
    collection: ExportedCollection,
    document: HalDocument,
    { href, base }: { readonly href: string; readonly base: string },
  ): Promise<RepresentationModel> {
    const model = new RepresentationModel(href, relationsOf(document));
    const context = this.#context(base);
    for (const processor of this.#of(collection)) {
      if (processor.processCollection === undefined) continue;
      await untilAborted(processor.processCollection(model, context), context.signal);
    }
    return model;
  }

  /** Whether processors handle the index. */
  get processesRoot(): boolean {
    return this.#processors.some((one) => one.processRoot !== undefined);
  }

  /**
   * Lets processors add to the index.
   *
   * @param document the index
   * @param base the prefix of all URIs
   */
  async root(document: HalDocument, base: string): Promise<RepresentationModel> {
    const model = new RepresentationModel(base, relationsOf(document));
    const context = this.#context(base);
    for (const processor of this.#processors) {
      if (processor.processRoot === undefined) continue;
      await untilAborted(processor.processRoot(model, context), context.signal);
    }
    return model;
  }

  #of(collection: ExportedCollection): readonly RepresentationModelProcessor[] {
    return this.#byCollection.get(collection) ?? [];
  }

  #context(base: string): ModelContext {
    const registry = this.#registry;
    return {
      ...registry.signal.current,
      href(type, id) {
        const collection = registry.ofType(type);
        if (collection === undefined) {
          throw new TypeError(`Cannot link to "${type.name}" as its repository must be exported`);
        }
        return id === undefined ? collection.href(base) : collection.itemHref(base, id);
      },
    };
  }
}

function isOrExtends(type: Class, wanted: Class): boolean {
  return type === wanted || type.prototype instanceof wanted;
}

function relationsOf({ _links = {}, _embedded = {} }: HalDocument): ReadonlySet<string> {
  return new Set([...Object.keys(_links as object), ...Object.keys(_embedded as object)]);
}

/** Stops waiting when the client disconnects, as a processor may never settle. */
async function untilAborted(work: MaybePromise<void>, signal: AbortSignal): Promise<void> {
  if (work === undefined) return;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
