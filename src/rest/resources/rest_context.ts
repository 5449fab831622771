import type { AuditLog } from "../../context/mod.ts";
import { BodyReader, type HttpExchange, type SecurityScheme } from "../../http/mod.ts";
import {
  type EspalierProperties,
  inOrder,
  type Logger,
  ResultBudget,
  withoutTrailingSlashes,
} from "../../kernel/mod.ts";
import { PageRequest } from "../../data/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { CollectionForms } from "../forms/collection_forms.ts";
import { type Curie, Curies } from "../hal/curies.ts";
import { DocumentWriter } from "../hal/document_writer.ts";
import { ItemWriter } from "../hal/item_writer.ts";
import { JsonWriters } from "../hal/json_writer.ts";
import { publicBase } from "../hal/public_base.ts";
import { DocumentEnricher } from "../model/document_enricher.ts";
import { ModelProcessing } from "../model/model_processing.ts";
import type { RepresentationModelProcessor } from "../model/representation_model_processor.ts";
import { checkSearchParameters } from "../query/check_search_parameters.ts";
import { type CursorParameterNames, cursorParameterNames } from "../query/cursor_request.ts";
import { CollectionSortTranslator } from "../query/collection_sort_translator.ts";
import { PageableResolver } from "../query/pageable_resolver.ts";
import { requireParameterNames } from "../query/parameter_names.ts";
import { ClientRequests } from "./client_requests.ts";
import { checkFilterParameters } from "./collection_variables.ts";
import { ItemTurns } from "../write/item_turns.ts";
import { UnitsOfWork } from "../write/unit_of_work.ts";
import type { RepositoryEventListener } from "../write/repository_event_listener.ts";
import { RepositoryEvents } from "../write/repository_events.ts";
import { WriteAudit } from "./write_audit.ts";

/** Parts of {@linkcode RestContext}. */
export interface RestContextOptions {
  readonly properties: EspalierProperties;
  readonly registry: CollectionRegistry;
  readonly logger: Logger;
  readonly listeners: readonly RepositoryEventListener[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly processors: readonly RepresentationModelProcessor[];
  readonly curies: readonly Curie[];
  /** The turns of writes to the items of a repository, which all visibility profiles share. */
  readonly turns: Map<object, ItemTurns>;
  /** Records changes; absent if changes are not recorded. */
  readonly auditLog?: AuditLog | undefined;
  /** Whether the content of documents counts towards the client's budget. */
  readonly isCharged?: boolean;
  /** Path of the console; absent if there is none. */
  readonly consolePath?: string | undefined;
}

/** The shared parts of all resources: configuration, collections, and writers. */
export class RestContext implements Disposable {
  readonly properties: EspalierProperties;
  readonly rest: EspalierProperties["rest"];
  readonly registry: CollectionRegistry;
  readonly logger: Logger;
  readonly pageables: PageableResolver;
  /** The names of the parameters that page by cursors. */
  readonly cursorNames: CursorParameterNames;
  readonly writers: JsonWriters;
  /** The writers of the documents that patches are applied to. */
  readonly patchWriters: JsonWriters;
  /** Reads request bodies within the limits. */
  readonly bodies: BodyReader;
  /** Aborts repository calls when a client disconnects. */
  readonly requests: ClientRequests;
  /** Notifies listeners of changes. */
  readonly events: RepositoryEvents;
  /** Calls the processors of documents. */
  readonly processing: ModelProcessing;
  /** Adds curies to documents. */
  readonly curies: Curies;
  /** The authentication of clients. */
  readonly securitySchemes: readonly SecurityScheme[];
  /** Path below which collections lie, without slash at its end. */
  readonly basePath: string;
  /** Returns the prefix of URIs in a response. */
  readonly base: (exchange: HttpExchange) => string;
  /** Path of the console, if there is one. */
  readonly consolePath: string | undefined;
  readonly #largeBodies = new Map<number, BodyReader>();
  readonly #turns: Map<object, ItemTurns>;
  readonly #auditLog: AuditLog | undefined;
  readonly #isCharged: boolean;
  readonly #audits = new Map<ExportedCollection, WriteAudit>();
  readonly #documents = new Map<ExportedCollection, DocumentWriter>();
  readonly #forms = new Map<ExportedCollection, CollectionForms>();
  readonly #enrichers = new Map<ExportedCollection, DocumentEnricher>();
  readonly #translators = new Map<ExportedCollection, CollectionSortTranslator>();

  /** @param options configuration, collections, logger */
  constructor(options: RestContextOptions) {
    const { properties, registry, logger, listeners, securitySchemes, processors, curies } = options;
    const { rest } = properties;
    [this.#turns, this.#auditLog, this.#isCharged] = [options.turns, options.auditLog, options.isCharged ?? false];
    this.properties = properties;
    this.rest = rest;
    this.registry = registry;
    this.logger = logger;
    this.basePath = withoutTrailingSlashes(rest.basePath);
    this.consolePath = options.consolePath;
    this.base = publicBase(properties);
    this.bodies = new BodyReader(properties.http);
    this.requests = new ClientRequests(registry.signal);
    this.processing = new ModelProcessing(processors, registry);
    this.curies = new Curies(inOrder(curies));
    this.securitySchemes = inOrder(securitySchemes);
    this.events = new RepositoryEvents(listeners);
    this.writers = new JsonWriters(registry);
    this.patchWriters = new JsonWriters(registry, "patch");
    this.pageables = new PageableResolver({
      ...rest,
      fallback: PageRequest.of(0, Math.min(rest.defaultPageSize, rest.maxPageSize)),
    });
    this.cursorNames = cursorParameterNames(this.pageables.names.page);
    const variables = { ...this.pageables.names, projection: rest.projectionParameter };
    requireParameterNames(variables);
    for (const collection of registry) {
      checkFilterParameters(this, collection);
      checkSearchParameters(collection, this.pageables.names, rest.projectionParameter);
      const items = new ItemWriter(collection, this.writers, variables);
      const forms = new CollectionForms({ collection, registry, writers: this.patchWriters });
      const writerOf = (other: ExportedCollection) => this.documents(other);
      const { processing, writers } = this;
      const enricher = new DocumentEnricher({ collection, processing, forms, writers, writerOf });
      this.#forms.set(collection, forms);
      this.#enrichers.set(collection, enricher);
      this.#documents.set(collection, new DocumentWriter(items, { writers, writerOf, extension: enricher }));
      this.#translators.set(collection, new CollectionSortTranslator(collection, registry));
    }
  }

  /** Writes a collection's entities. */
  documents(collection: ExportedCollection): DocumentWriter {
    return this.#documents.get(collection)!;
  }

  /** Makes the forms of a collection. */
  forms(collection: ExportedCollection): CollectionForms {
    return this.#forms.get(collection)!;
  }

  /** Adds to a collection's documents. */
  enricher(collection: ExportedCollection): DocumentEnricher {
    return this.#enrichers.get(collection)!;
  }

  /** Runs the writes to a collection's items. */
  units(collection: ExportedCollection): UnitsOfWork {
    const turns = this.#turns.get(collection.repository) ?? new ItemTurns();
    this.#turns.set(collection.repository, turns);
    return new UnitsOfWork(collection, turns);
  }

  /** Returns the recorder of a collection's changes; `undefined` if changes are not recorded. */
  auditOf(collection: ExportedCollection): WriteAudit | undefined {
    if (this.#auditLog?.actions.restWrites !== true) return undefined;
    const audit = this.#audits.get(collection) ?? new WriteAudit(this.#auditLog, collection);
    this.#audits.set(collection, audit);
    return audit;
  }

  /** Returns a reader of bodies with another limit, in bytes. */
  bodiesUpTo(maxBodyBytes: number): BodyReader {
    const reader = this.#largeBodies.get(maxBodyBytes) ?? new BodyReader({ ...this.properties.http, maxBodyBytes });
    this.#largeBodies.set(maxBodyBytes, reader);
    return reader;
  }

  /** A new budget for the document that a request is answered with. */
  budget(exchange: HttpExchange): ResultBudget {
    const { maxResultValues: maxValues, maxResultBytes: maxBytes } = this.rest;
    const budget = new ResultBudget({ maxValues, maxBytes, timeoutMs: 0 });
    budget.isCharged = this.#isCharged;
    exchange.resultBudget = budget;
    return budget;
  }

  /** Maps a collection's sort properties. */
  sortTranslator(collection: ExportedCollection): CollectionSortTranslator {
    return this.#translators.get(collection)!;
  }

  /** Aborts the wait for request bodies. */
  [Symbol.dispose](): void {
    for (const reader of [this.bodies, ...this.#largeBodies.values()]) reader[Symbol.dispose]();
    this.requests[Symbol.dispose]();
  }
}
