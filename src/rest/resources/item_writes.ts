import { AccessDeniedError, type AccessRule } from "../../context/mod.ts";
import { DataIntegrityError, type SaveOptions } from "../../data/mod.ts";
import { type HttpExchange, problem } from "../../http/mod.ts";
import { ResultBudget } from "../../kernel/mod.ts";
import { inlineFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { isEntityClass, targetClassOf } from "../export/field.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { documentResponse, documentTypes, halTypeFor, halTypes } from "../hal/hal_response.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import { PointerTargets } from "../write/pointer_targets.ts";
import { patchedDocument, patchTypes } from "../write/entity_patch.ts";
import { EntityReader } from "../write/entity_reader.ts";
import { jsonBody, requireMediaType } from "../write/json_body.ts";
import { newEntityId } from "../write/new_entity_id.ts";
import { isJsonObject } from "../write/json_object.ts";
import { receiveBody, type RequestBody } from "../write/request_body.ts";
import { isSameState } from "../write/same_state.ts";
import { RestrictedWrites } from "../write/restricted_writes.ts";
import type { UnitOfWork, UnitsOfWork } from "../write/unit_of_work.ts";
import { UnreadableBodyError } from "../write/unreadable_body_error.ts";
import { notFound } from "./not_found.ts";
import { readRule, requireOperation } from "./operation_rules.ts";
import type { RestContext } from "./rest_context.ts";
import type { WriteAudit } from "./write_audit.ts";
import type { ChangedFields, WriteAnswer, Written } from "./written.ts";

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
  readonly #pointerTargets: PointerTargets;
  readonly #holdsEntities: boolean;
  readonly #units: UnitsOfWork;
  readonly #readRule: AccessRule | undefined;
  readonly #audit: WriteAudit | undefined;
  readonly #restricted: RestrictedWrites;

  /**
   * @param context configuration and collections
   * @param collection the collection of the items
   * @param units runs the writes to the items
   */
  constructor(context: RestContext, collection: ExportedCollection, units: UnitsOfWork) {
    this.#units = units;
    this.#readRule = readRule(collection);
    this.#audit = context.auditOf(collection);
    this.#restricted = new RestrictedWrites(collection, context.patchWriters);
    this.#context = context;
    this.#collection = collection;
    const { registry, patchWriters: writers } = context;
    const reader = new EntityReader(collection, registry, context.rest.maxLinks);
    this.#reader = reader;
    this.#pointerTargets = new PointerTargets({ collection, registry, reader, writers });
    this.#holdsEntities = holdsInlineEntities(collection);
  }

  /** `POST` on the collection. */
  async create(exchange: HttpExchange): Promise<Response> {
    const json = this.#object(await this.#body(exchange));
    this.#restricted.require(exchange, json);
    const id = await newEntityId(this.#collection, json);
    const written = await this.#units.run(id, async (unit) => {
      if (id !== undefined && await this.#collection.items.existsById?.(id)) {
        const text = decodeURIComponent(this.#collection.idSegment(id));
        return problem({ status: 409, detail: `There is an item of this id already: current value is "${text}"` });
      }
      return await this.#recorded(exchange, await this.#insert(unit, json, id));
    });
    return await this.#respond(exchange, written);
  }

  /**
   * `PUT` on an item that exists, or that may be created.
   *
   * @param exchange the request
   * @param id the item's id
   * @param absent responds if the item does not exist; absent if the request may create it
   */
  async put(exchange: HttpExchange, id: unknown, absent?: () => Response): Promise<Response> {
    const body = await this.#body(exchange);
    const attempt = () =>
      this.#units.run(id, async (unit): Promise<Written | Response> => {
        const entity = await this.#collection.items.findById!(id, unit.lock);
        if (entity === null && absent !== undefined) return absent();
        await requireOperation(this.#collection.access.of(entity === null ? "create" : "update"), exchange);
        const refused = this.#precondition(exchange.request, entity);
        if (refused !== undefined) return refused;
        this.#restricted.require(exchange, this.#object(body), entity ?? undefined);
        if (entity === null) return await this.#recorded(exchange, await this.#insert(unit, this.#object(body), id));
        if (!this.#collection.writable.update) {
          return problem({ status: 409, detail: "The item exists, and existing items can't be replaced" });
        }
        const replaced = await this.#replace(unit, this.#object(body), entity);
        return await this.#recorded(exchange, { ...replaced, isLocated: true });
      });
    const written = await attempt().catch(async (error) => {
      if (await this.#isCreatedMeanwhile(id, error)) return await attempt();
      throw error;
    });
    return await this.#respond(exchange, written);
  }

  /** `PATCH` on an item. */
  async patch(exchange: HttpExchange, id: unknown): Promise<Response> {
    const body = await this.#body(exchange);
    const written = await this.#changed(exchange, id, async (unit, entity) => {
      // HAL clients name the type of the document, whatever the method: its members are a merge patch.
      const type = requireMediaType(body, patchTypes, documentTypes);
      const { patchWriters: writers } = this.#context;
      const patch = jsonBody(body, this.#context.rest.maxInputValues);
      if (type === "application/json-patch+json") this.#restricted.requirePatch(exchange, patch);
      else this.#restricted.require(exchange, patch, entity);
      const patched = await patchedDocument(type, patch, {
        collection: this.#collection,
        entity,
        reader: this.#reader,
        writers,
        pointerTargets: this.#pointerTargets,
        maxOperations: this.#context.rest.maxPatchOperations,
      });
      const changed = await this.#reader.read({ ...patched, existing: entity });
      return { kind: "update", entity: await this.#update(unit, entity, changed) };
    });
    return await this.#respond(exchange, written);
  }

  /** `DELETE` on an item. */
  async remove(exchange: HttpExchange, id: unknown): Promise<Response> {
    const written = await this.#changed(exchange, id, async (unit, entity) => {
      const { items } = this.#collection;
      await this.#context.events.around({ kind: "Delete", entity }, unit, async () => {
        if (items.delete !== undefined) await items.delete(entity);
        else await items.deleteById!(id);
        return entity;
      });
      return { kind: "delete", entity };
    });
    return await this.#respond(exchange, written);
  }

  /**
   * Changes single fields of an item, which have their own resources.
   *
   * @param exchange the request
   * @param id the item's id
   * @param fields the fields, their values in documents, and a check that may reject the change
   * @returns the changed item, or the response that rejects the change
   */
  async changeFields(exchange: HttpExchange, id: unknown, fields: ChangedFields): Promise<object | Response> {
    const written = await this.#changedUnless(fields.refusal, id, async (unit, entity) => {
      this.#restricted.require(exchange, fields.json, entity);
      const changed = await this.#reader.read({ ...fields, existing: entity });
      const update = { kind: "update", entity: await this.#update(unit, entity, changed) } as const;
      return await this.#recorded(exchange, update);
    });
    if (written === undefined) return notFound(exchange);
    if (written instanceof Response) return written;
    this.#audit?.kept(exchange);
    return written.entity;
  }

  /** Runs a change of an item that must exist, in the state that the request names. */
  async #changed(
    exchange: HttpExchange,
    id: unknown,
    change: (unit: UnitOfWork, entity: object) => Promise<Written>,
  ): Promise<Written | Response> {
    const refusal = (entity: object) => this.#precondition(exchange.request, entity);
    const written = await this.#changedUnless(refusal, id, async (unit, entity) => {
      return await this.#recorded(exchange, await change(unit, entity));
    });
    return written ?? notFound(exchange);
  }

  /** Runs a change of an item, unless it is rejected; returns `undefined` if there is no such item. */
  #changedUnless(
    refusal: ChangedFields["refusal"],
    id: unknown,
    change: (unit: UnitOfWork, entity: object) => Promise<Written>,
  ): Promise<Written | Response | undefined> {
    return this.#units.run(id, async (unit) => {
      const entity = await this.#collection.items.findById!(id, unit.lock);
      return entity === null ? undefined : await refusal(entity) ?? await change(unit, entity);
    });
  }

  /** There is no row to lock for an item that does not exist: two requests may create it at the same time. */
  async #isCreatedMeanwhile(id: unknown, error: unknown): Promise<boolean> {
    const isTaken = error instanceof DataIntegrityError && error.rule === "unique";
    return isTaken && await this.#collection.items.findById!(id) !== null;
  }

  async #insert(unit: UnitOfWork, json: Record<string, unknown>, id: unknown): Promise<Written> {
    const created = await this.#reader.read({ json, fields: this.#reader.writableFields }, id);
    return { kind: "create", entity: await this.#save("Create", created, { unit, isNew: true }), isLocated: true };
  }

  async #replace(unit: UnitOfWork, json: Record<string, unknown>, entity: object): Promise<Written> {
    // Associations and bytes that the document leaves out stay unchanged, as they have their own resources.
    const fields = this.#reader.writableFields.filter((field) =>
      this.#reader.associationOf(field) === undefined && field.binary === undefined ||
      Object.hasOwn(json, this.#reader.nameOf(field))
    );
    const changed = await this.#reader.read({ json, fields, existing: entity, omittedLinks: "keep" });
    return { kind: "update", entity: await this.#update(unit, entity, changed) };
  }

  /** Saves an entity if it has changed; otherwise its version stays, and no listener is notified. */
  async #update(unit: UnitOfWork, stored: object, changed: object): Promise<object> {
    if (isSameState(this.#collection.type, stored, changed)) return stored;
    return await this.#save("Save", changed, { unit, original: stored });
  }

  /** What is created must not replace what another request has created meanwhile; of what is changed a part is written. */
  async #save(
    kind: "Create" | "Save",
    entity: object,
    { unit, ...options }: SaveOptions & { readonly unit: UnitOfWork },
  ): Promise<object> {
    const { items } = this.#collection;
    const saved = await this.#context.events.around({ kind, entity }, unit, () => items.save!(entity, options));
    // For inlined entities only the reference is saved; other values from the client are ignored.
    return this.#holdsEntities ? await items.findById?.(this.#collection.idOf(saved)) ?? saved : saved;
  }

  /** Records a change in its transaction, as a failure to record it may have to undo it. */
  async #recorded(exchange: HttpExchange, written: Written): Promise<Written> {
    if (this.#audit === undefined) return written;
    const { kind, entity } = written;
    const id = this.#collection.idOf(entity);
    await this.#audit.changed(exchange, { change: kind, id, status: await this.#statusOf(exchange, kind) });
    return written;
  }

  async #statusOf(exchange: HttpExchange, kind: Written["kind"]): Promise<number> {
    if (kind === "create") return 201;
    const { returnBodyOnUpdate, returnBodyOnDelete } = this.#context.rest;
    const body = kind === "update" ? returnBodyOnUpdate : returnBodyOnDelete;
    const isAnswered = isAccepted[body](exchange.request) && halTypeFor(exchange.request) !== undefined;
    return isAnswered && await this.#mayRead(exchange) ? 200 : 204;
  }

  async #respond(exchange: HttpExchange, written: Written | Response): Promise<Response> {
    if (!(written instanceof Response)) this.#audit?.kept(exchange);
    const mayRead = await this.#mayRead(exchange);
    if (written instanceof Response) return mayRead ? written : withoutValidators(written);
    if (!mayRead) return this.#done(exchange, written);
    const { kind, entity, isLocated = false } = written;
    const headers: Record<string, string> = isLocated ? { location: this.#href(exchange, entity) } : {};
    const { returnBodyOnCreate, returnBodyOnUpdate, returnBodyOnDelete } = this.#context.rest;
    switch (kind) {
      case "create":
        return await this.#answer(exchange, entity, { status: 201, body: returnBodyOnCreate, headers });
      case "update":
        return await this.#answer(exchange, entity, {
          status: 200,
          body: returnBodyOnUpdate,
          headers: { ...headers, ...validatorHeaders(validatorsOf(this.#collection, entity)) },
        });
      case "delete":
        return await this.#answer(exchange, entity, { status: 200, body: returnBodyOnDelete });
    }
  }

  async #mayRead(exchange: HttpExchange): Promise<boolean> {
    try {
      await requireOperation(this.#readRule, exchange);
      return true;
    } catch (error) {
      if (error instanceof AccessDeniedError) return false;
      throw error;
    }
  }

  /** Responds to clients that may write but not read, with neither the document nor its validators. */
  #done(exchange: HttpExchange, { kind, entity, isLocated = false }: Written): Response {
    const headers: Record<string, string> = isLocated ? { location: this.#href(exchange, entity) } : {};
    return new Response(null, { status: kind === "create" ? 201 : 204, headers });
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
      forms: type === halFormsType,
      // The change is committed, so the response must not be an error.
      budget: new ResultBudget(),
    });
    const validators = status === 201 ? validatorHeaders(validatorsOf(this.#collection, entity)) : {};
    return documentResponse(this.#context.curies.addTo(document!), {
      type,
      status,
      headers: { ...headers, ...validators },
    });
  }

  #precondition(request: Request, entity: object | null): Response | undefined {
    const validators = entity === null ? undefined : validatorsOf(this.#collection, entity);
    const failed = failedPrecondition(request, validators);
    if (failed === undefined) return undefined;
    const headers = validatorHeaders(validators ?? {});
    return problem({ status: failed, detail: "The resource is not in the state that the request names", headers });
  }

  async #body({ request }: HttpExchange): Promise<RequestBody> {
    return await receiveBody(request, this.#context.bodies);
  }

  #object(body: RequestBody): Record<string, unknown> {
    requireMediaType(body, halTypes, [halFormsType]);
    const json = jsonBody(body, this.#context.rest.maxInputValues);
    if (isJsonObject(json)) return json;
    throw new UnreadableBodyError("Cannot read the request body as it must be an object");
  }

  #href(exchange: HttpExchange, entity: object): string {
    return this.#collection.itemHref(this.#context.base(exchange), this.#collection.idOf(entity));
  }
}

/** Rejects conditions of clients that may not read: validators depend on the content, so guesses could be tested. */
function withoutValidators(response: Response): Response {
  for (const name of ["etag", "last-modified"]) response.headers.delete(name);
  return response;
}

function holdsInlineEntities(collection: ExportedCollection): boolean {
  return inlineFields(collection).some(({ descriptor }) => {
    const type = targetClassOf(descriptor);
    return type !== undefined && isEntityClass(type);
  });
}
