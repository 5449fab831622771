import { DataIntegrityError } from "../../data/mod.ts";
import { type HttpExchange, problem } from "../../http/mod.ts";
import { inlineFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { isEntityClass, targetClassOf } from "../export/field.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { documentResponse, halTypeFor, halTypes } from "../hal/hal_response.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import { DocumentPlaces } from "../write/document_places.ts";
import { patchedDocument, patchTypes } from "../write/entity_patch.ts";
import { EntityReader } from "../write/entity_reader.ts";
import { jsonBody, requireMediaType } from "../write/json_body.ts";
import { newEntityId } from "../write/new_entity_id.ts";
import { isJsonObject } from "../write/json_object.ts";
import { UnreadableBodyError } from "../write/unreadable_body_error.ts";
import type { RestContext } from "./rest_context.ts";

const isAccepted: Readonly<Record<"accept" | "always" | "never", (request: Request) => boolean>> = {
  accept: (request) => (request.headers.get("accept") ?? "") !== "",
  always: () => true,
  never: () => false,
};

/** Creates, replaces, patches and deletes the items of one collection. */
export class ItemWrites {
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #reader: EntityReader;
  readonly #places: DocumentPlaces;
  readonly #holdsEntities: boolean;

  /**
   * @param context configuration and collections
   * @param collection the collection of the items
   */
  constructor(context: RestContext, collection: ExportedCollection) {
    this.#context = context;
    this.#collection = collection;
    const { registry, patchWriters: writers } = context;
    const reader = new EntityReader(collection, registry);
    this.#reader = reader;
    this.#places = new DocumentPlaces({ collection, registry, reader, writers });
    this.#holdsEntities = holdsInlineEntities(collection);
  }

  /** `POST` on the collection. */
  async create(exchange: HttpExchange): Promise<Response> {
    const json = await this.#object(exchange.request);
    const id = await newEntityId(this.#collection, json);
    if (id !== undefined && await this.#collection.repository.existsById?.(id)) {
      const text = decodeURIComponent(this.#collection.idSegment(id));
      return problem({ status: 409, detail: `There is an item of this id already: current value is "${text}"` });
    }
    return await this.#insert(exchange, json, id);
  }

  /** `PUT` on an item that exists, or that may be created. */
  async put(exchange: HttpExchange, id: unknown, entity: object | null): Promise<Response> {
    const refused = this.#precondition(exchange.request, entity);
    if (refused !== undefined) return refused;
    if (entity !== null && !this.#collection.writable.update) {
      return problem({ status: 409, detail: "The item exists, and existing items can't be replaced" });
    }
    const json = await this.#object(exchange.request);
    if (entity === null) return await this.#createAt(exchange, json, id);
    // Associations that the document leaves out stay as they are: they have resources of their own.
    const fields = this.#reader.writableFields.filter((field) =>
      this.#reader.associationOf(field) === undefined || Object.hasOwn(json, this.#reader.nameOf(field))
    );
    const changed = await this.#reader.read({ json, fields, existing: entity, omittedLinks: "keep" });
    return await this.#update(exchange, changed, { location: this.#href(exchange, entity) });
  }

  /** `PATCH` on an item. */
  async patch(exchange: HttpExchange, entity: object): Promise<Response> {
    const refused = this.#precondition(exchange.request, entity);
    if (refused !== undefined) return refused;
    const type = requireMediaType(exchange.request, patchTypes);
    const body = await jsonBody(exchange.request, this.#context.bodies);
    const { patchWriters: writers } = this.#context;
    const patched = await patchedDocument(type, body, {
      collection: this.#collection,
      entity,
      reader: this.#reader,
      writers,
      places: this.#places,
      maxOperations: this.#context.rest.maxPatchOperations,
    });
    const changed = await this.#reader.read({ ...patched, existing: entity });
    return await this.#update(exchange, changed);
  }

  /** `DELETE` on an item. */
  async remove(exchange: HttpExchange, entity: object): Promise<Response> {
    const refused = this.#precondition(exchange.request, entity);
    if (refused !== undefined) return refused;
    const { repository } = this.#collection;
    await this.#context.events.around("Delete", { entity }, async () => {
      if (repository.delete !== undefined) await repository.delete(entity);
      else await repository.deleteById!(this.#collection.idOf(entity));
      return entity;
    });
    const { returnBodyOnDelete } = this.#context.rest;
    return await this.#answer(exchange, entity, { status: 200, body: returnBodyOnDelete });
  }

  /** Creates under a client's id. Whoever says `If-None-Match` learns that another was first by the same answer as later. */
  async #createAt(exchange: HttpExchange, json: Record<string, unknown>, id: unknown): Promise<Response> {
    try {
      return await this.#insert(exchange, json, id);
    } catch (error) {
      const isConditional = error instanceof DataIntegrityError && exchange.request.headers.has("if-none-match");
      const entity = isConditional ? await this.#collection.repository.findById!(id) : null;
      const refused = entity === null ? undefined : this.#precondition(exchange.request, entity);
      if (refused === undefined) throw error;
      return refused;
    }
  }

  async #insert(exchange: HttpExchange, json: Record<string, unknown>, id: unknown): Promise<Response> {
    const created = await this.#reader.read({ json, fields: this.#reader.writableFields }, id);
    const saved = await this.#save("Create", created);
    return await this.#answer(exchange, saved, {
      status: 201,
      body: this.#context.rest.returnBodyOnCreate,
      headers: { location: this.#href(exchange, saved) },
    });
  }

  async #update(exchange: HttpExchange, changed: object, headers: Record<string, string> = {}): Promise<Response> {
    const saved = await this.#save("Save", changed);
    return await this.#answer(exchange, saved, {
      status: 200,
      body: this.#context.rest.returnBodyOnUpdate,
      headers: { ...headers, ...validatorHeaders(validatorsOf(this.#collection, saved)) },
    });
  }

  async #save(kind: "Create" | "Save", entity: object): Promise<object> {
    const { repository } = this.#collection;
    // What is created must not replace what another request has created meanwhile.
    const options = kind === "Create" ? { isNew: true } : {};
    const saved = await this.#context.events.around(kind, { entity }, () => repository.save!(entity, options));
    // Of entities that stand inline the reference alone is saved, whatever else the client said of them.
    return this.#holdsEntities ? await repository.findById?.(this.#collection.idOf(saved)) ?? saved : saved;
  }

  async #answer(exchange: HttpExchange, entity: object, answer: WriteAnswer): Promise<Response> {
    const { status, body, headers = {} } = answer;
    const type = halTypeFor(exchange.request);
    if (!isAccepted[body](exchange.request) || type === undefined) {
      return new Response(null, { status: status === 201 ? 201 : 204, headers });
    }
    const [document] = await this.#context.documents(this.#collection).write([entity], {
      base: this.#context.base(exchange),
      projection: new QueryParameters(exchange.search).get(this.#context.rest.projectionParameter),
      inCollection: false,
    });
    const validators = status === 201 ? validatorHeaders(validatorsOf(this.#collection, entity)) : {};
    return documentResponse(document, { type, status, headers: { ...headers, ...validators } });
  }

  #precondition(request: Request, entity: object | null): Response | undefined {
    const validators = entity === null ? undefined : validatorsOf(this.#collection, entity);
    const failed = failedPrecondition(request, validators);
    if (failed === undefined) return undefined;
    const headers = validatorHeaders(validators ?? {});
    return problem({ status: failed, detail: "The resource is not in the state that the request names", headers });
  }

  async #object(request: Request): Promise<Record<string, unknown>> {
    requireMediaType(request, halTypes);
    const json = await jsonBody(request, this.#context.bodies);
    if (isJsonObject(json)) return json;
    throw new UnreadableBodyError("Cannot read the request body as it must be an object");
  }

  #href(exchange: HttpExchange, entity: object): string {
    return this.#collection.itemHref(this.#context.base(exchange), this.#collection.idOf(entity));
  }
}

function holdsInlineEntities(collection: ExportedCollection): boolean {
  return inlineFields(collection).some(({ descriptor }) => {
    const type = targetClassOf(descriptor);
    return type !== undefined && isEntityClass(type);
  });
}

interface WriteAnswer {
  readonly status: 200 | 201;
  readonly body: "accept" | "always" | "never";
  readonly headers?: Readonly<Record<string, string>>;
}
