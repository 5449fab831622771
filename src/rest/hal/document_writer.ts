import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import type { ResultBudget } from "../../kernel/mod.ts";
import { projectableFields } from "../export/document_fields.ts";
import { DocumentPaths, type Paths } from "./document_paths.ts";
import type { HalDocument, ItemWriter } from "./item_writer.ts";
import type { JsonWriters } from "./json_writer.ts";
import { projectedAssociations, type ProjectedMember, projectedMembers, writeMembers } from "./path_projection.ts";
import { loadTargets, type Targets } from "./target_loader.ts";

/** How entities are to be written. */
export interface DocumentRequest {
  /** The prefix of all URIs. */
  readonly base: string;
  /** The requested projection; unknown names are ignored. */
  readonly projection?: string | undefined;
  /** Whether the entities are items of a collection, so that the excerpt applies. */
  readonly inCollection: boolean;
  /** Whether the client accepts forms. */
  readonly forms?: boolean;
  /** Whether the entities are embedded in other documents, so that processors add nothing. */
  readonly isNested?: boolean;
  /** Stops a document that becomes too large. */
  readonly budget: ResultBudget;
}

/** Adds to the documents of entities. */
export interface DocumentExtension {
  /** Whether all properties of entities must be read, also those that documents do not show. */
  readonly readsWhole: boolean;
  /**
   * Adds to documents.
   *
   * @param entities the entities
   * @param documents their documents
   * @param request the address and the form of documents
   */
  extend(entities: readonly object[], documents: readonly HalDocument[], request: DocumentRequest): Promise<void>;
}

/** Gives the writer of a collection's documents. */
export type DocumentWriterOf = (collection: ExportedCollection) => DocumentWriter;

/** Parts of {@linkcode DocumentWriter}, apart from the writer of whole documents. */
export interface DocumentWriterOptions {
  /** Makes the functions that turn values into JSON. */
  readonly writers: JsonWriters;
  /** Returns the writers of related items. */
  readonly writerOf: DocumentWriterOf;
  /** Adds to documents. */
  readonly extension: DocumentExtension;
}

/** Writes entities of one collection as documents: whole, or as a projection; related excerpts along with them. */
export class DocumentWriter {
  readonly #collection: ExportedCollection;
  readonly #items: ItemWriter;
  readonly #writers: JsonWriters;
  readonly #writerOf: DocumentWriterOf;
  readonly #members: ReadonlyMap<string, readonly ProjectedMember[]>;
  readonly #excerpted: readonly Association[];
  /** The properties that documents show. */
  readonly paths: DocumentPaths;
  readonly #extension: DocumentExtension;

  /**
   * @param items writes whole documents
   * @param options how values, related items and additions are written
   * @throws TypeError when a projection or the excerpt names an unknown property
   */
  constructor(items: ItemWriter, { writers, writerOf, extension }: DocumentWriterOptions) {
    this.#extension = extension;
    const { collection } = items;
    this.#collection = collection;
    this.#items = items;
    this.#writers = writers;
    this.#writerOf = writerOf;
    this.#members = new Map(
      [...collection.projections].flatMap(([name, projection]) => {
        if (typeof projection === "function") return [];
        const subject = `projection "${name}" of "${collection.type.name}"`;
        return [
          [name, projectedMembers(projection, { subject, fields: projectableFields(collection), writers })] as const,
        ];
      }),
    );
    requireExcerpt(collection);
    this.#excerpted = [...collection.associations.values()].filter(({ property, target }) =>
      property !== undefined && target.options.excerpt !== undefined
    );
    this.paths = new DocumentPaths({
      collection,
      writers,
      members: this.#members,
      excerpted: this.#excerpted,
      pathsOf: (other) => writerOf(other).paths,
    });
  }

  /**
   * Writes entities.
   *
   * @param entities entities of the collection
   * @param request the address and the form of documents
   * @throws ResultBudgetExceededError when the documents hold too much
   */
  write(entities: readonly object[], request: DocumentRequest): Promise<HalDocument[]> {
    const isExtended = (request.forms === true || this.#extension.readsWhole) && request.isNested !== true;
    return isExtended ? this.#writeExtended(entities, request) : this.#write(entities, request);
  }

  async #writeExtended(entities: readonly object[], request: DocumentRequest): Promise<HalDocument[]> {
    const documents = await this.#write(entities, request);
    await this.#extension.extend(entities, documents, request);
    return documents;
  }

  async #write(entities: readonly object[], request: DocumentRequest): Promise<HalDocument[]> {
    const { base, budget } = request;
    budget.add(entities.length, 0);
    const projection = this.#projection(request);
    if (projection !== undefined) return await this.#project(entities, projection, request);
    const prefix = this.#items.prefix(base);
    if (this.#excerpted.length === 0) {
      return counted(entities, budget, (entity) => this.#items.write(entity, base, prefix));
    }
    const related = await Promise.all(
      this.#excerpted.map((association) => this.#excerpts(association, entities, request)),
    );
    return counted(entities, budget, (entity) => {
      const document = this.#items.properties(entity, base);
      const embedded = related.flatMap((excerpts) => excerpts.get(entity) ?? []);
      if (embedded.length > 0) document._embedded = Object.fromEntries(embedded);
      document._links = this.#items.links(entity, base, prefix);
      return document;
    });
  }

  /** The property paths that have to be read of entities before they are written. */
  pathsFor(request: Pick<DocumentRequest, "projection" | "inCollection" | "forms">): Paths {
    // Forms contain all writable fields, also those that documents do not show.
    if (request.forms === true || this.#extension.readsWhole) return undefined;
    return this.paths.of(this.#projection(request));
  }

  /** Writes related items of other documents: by their excerpt, and without their own related items. */
  async writeExcerpts(entities: readonly object[], request: Written): Promise<HalDocument[]> {
    return await this.#project(entities, this.#collection.options.excerpt!, request);
  }

  #projection({ projection, inCollection }: Pick<DocumentRequest, "projection" | "inCollection">): string | undefined {
    if (projection !== undefined && this.#collection.projections.has(projection)) return projection;
    return inCollection ? this.#collection.options.excerpt : undefined;
  }

  async #project(entities: readonly object[], name: string, { base, budget }: Written): Promise<HalDocument[]> {
    const projection = this.#collection.projections.get(name);
    const linked = (entity: object, document: HalDocument) =>
      Object.assign(document, { _links: this.#items.links(entity, base) });
    if (typeof projection === "function") {
      return counted(
        entities,
        budget,
        (entity) => linked(entity, this.#writers.plain({ ...projection(entity) }, base) as HalDocument),
      );
    }
    const members = this.#members.get(name)!;
    const associations = projectedAssociations(members, this.#collection.associations.values());
    const loaded = await Promise.all(
      associations.map(async (association) => {
        const select = this.paths.within(members.find(({ name }) => name === association.name)!);
        return [association, await loadTargets(association, entities, select)] as const;
      }),
    );
    const linksOf = (collection: ExportedCollection, item: object) =>
      this.#writerOf(collection).#items.links(item, base);
    return counted(
      entities,
      budget,
      (entity) => linked(entity, writeMembers(members, entity, { base, loaded: held(loaded, entity), linksOf })),
    );
  }

  async #excerpts(association: Association, owners: readonly object[], request: Written) {
    const { target } = association;
    const targets = await loadTargets(association, owners, this.#writerOf(target).paths.of(target.options.excerpt));
    const distinct = new Map([...targets.values()].flat().map((target) => [association.target.idOf(target), target]));
    const documents = await this.#writerOf(association.target).writeExcerpts([...distinct.values()], request);
    const byId = new Map([...distinct.keys()].map((id, at) => [id, documents[at]]));
    const entries = [...targets].filter(([, found]) => found.length > 0).map(([owner, found]) => {
      const excerpts = found.map((target) => byId.get(association.target.idOf(target)));
      return [owner, [[association.rel, association.many ? excerpts : excerpts[0]] as const]] as const;
    });
    return new Map(entries);
  }
}

/** The address of documents, and the counter of their values. */
type Written = Pick<DocumentRequest, "base" | "budget">;

/** Number of documents up to which counting can wait until they are written. */
const fewDocuments = 20;

/** Writes documents and counts their values one by one, so that a document over the limit is never built completely. */
function counted(
  entities: readonly object[],
  budget: ResultBudget,
  write: (entity: object) => HalDocument,
): HalDocument[] {
  if (entities.length <= fewDocuments && !budget.isCharged) return entities.map(write);
  return entities.map((entity) => {
    const document = write(entity);
    budget.addJson(document);
    return document;
  });
}

function held(loaded: readonly (readonly [Association, Targets])[], entity: object): Map<string, unknown> {
  return new Map(loaded.map(([{ name, many }, targets]) => {
    const found = targets.get(entity) ?? [];
    return [name, many ? found : found[0]];
  }));
}

function requireExcerpt({ type, options, projections }: ExportedCollection): void {
  if (options.excerpt === undefined || projections.has(options.excerpt)) return;
  throw new TypeError(
    `Cannot use excerpt "${options.excerpt}" of "${type.name}" as it must be the name of a projection`,
  );
}
