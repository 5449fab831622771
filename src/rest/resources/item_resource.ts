import { type HttpExchange, methodNotAllowed, type PathVariables } from "../../http/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { type Paths, selecting } from "../hal/document_paths.ts";
import { documentResponse, negotiated } from "../hal/hal_response.ts";
import { linkHeader, linkTo } from "../hal/link.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import { patchTypes } from "../write/entity_patch.ts";
import { otherMethod } from "./allowed_methods.ts";
import type { ItemWrites } from "./item_writes.ts";
import { notFound } from "./not_found.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/<collection>/<id>`: one item. */
export class ItemResource implements Resource {
  readonly methods: readonly string[];
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #writes: ItemWrites;
  readonly #createsByPut: boolean;

  /**
   * @param context configuration and collections
   * @param collection the collection of the item
   * @param writes changes items
   */
  constructor(context: RestContext, collection: ExportedCollection, writes: ItemWrites) {
    this.#context = context;
    this.#collection = collection;
    this.#writes = writes;
    const { isReadable, writable, description } = collection;
    this.methods = [
      ...(isReadable ? ["GET", "HEAD"] : []),
      ...(writable.update || writable.createByPut ? ["PUT"] : []),
      ...(writable.update ? ["PATCH"] : []),
      ...(writable.delete ? ["DELETE"] : []),
    ];
    this.#createsByPut = writable.createByPut && description.entity.generatedId !== "database";
  }

  async handle(exchange: HttpExchange, { id: idText }: PathVariables): Promise<Response> {
    const { method } = exchange.request;
    const { findById } = this.#collection.repository;
    if (method === "OPTIONS" && findById !== undefined && !await this.#mayExist(idText!)) return notFound(exchange);
    if (!this.methods.includes(method)) {
      const patch: Record<string, string> = this.methods.includes("PATCH")
        ? { "accept-patch": patchTypes.join(", ") }
        : {};
      return otherMethod(method, this.methods, patch);
    }
    const id = this.#collection.idFrom(idText!);
    if (id === undefined) return notFound(exchange);
    const notCreated = () => methodNotAllowed("PUT", this.methods.filter((other) => other !== "PUT"));
    if (method === "PUT") return await this.#writes.put(exchange, id, this.#createsByPut ? undefined : notCreated);
    if (method === "PATCH") return await this.#writes.patch(exchange, id);
    if (method === "DELETE") return await this.#writes.remove(exchange, id);
    return method === "HEAD" ? await this.#head(exchange, id) : await this.#read(exchange, id);
  }

  /** Whether the item exists, or may be created at its path. */
  async #mayExist(idText: string): Promise<boolean> {
    const id = this.#collection.idFrom(idText);
    if (id === undefined) return false;
    return this.#createsByPut || await this.#find(id, this.#context.documents(this.#collection).paths.id) !== null;
  }

  #find(id: unknown, paths: Paths): Promise<object | null> {
    return this.#collection.items.findById!(id, selecting(paths));
  }

  async #head(exchange: HttpExchange, id: unknown): Promise<Response> {
    const entity = await this.#find(id, this.#context.documents(this.#collection).paths.links);
    if (entity === null) return notFound(exchange);
    const type = negotiated(exchange.request);
    if (typeof type !== "string") return type;
    const { itemRel } = this.#collection;
    const self = this.#collection.itemHref(this.#context.base(exchange), this.#collection.idOf(entity));
    const item = linkTo(self);
    const link = linkHeader({ self: item, [itemRel]: item });
    const validators = validatorsOf(this.#collection, entity);
    const status = failedPrecondition(exchange.request, validators) ?? 204;
    return new Response(null, { status, headers: { link, ...validatorHeaders(validators) } });
  }

  async #read(exchange: HttpExchange, id: unknown): Promise<Response> {
    const documents = this.#context.documents(this.#collection);
    const projection = new QueryParameters(exchange.search).get(this.#context.rest.projectionParameter);
    const type = negotiated(exchange.request);
    const form = { projection, inCollection: false, forms: type === halFormsType };
    const entity = await this.#find(id, documents.pathsFor(form));
    if (entity === null) return notFound(exchange);
    if (typeof type !== "string") return type;
    const validators = validatorsOf(this.#collection, entity);
    const headers = validatorHeaders(validators);
    const failed = failedPrecondition(exchange.request, validators);
    if (failed !== undefined) return new Response(null, { status: failed, headers: { vary: "accept", ...headers } });
    const budget = this.#context.budget(exchange);
    const [document] = await documents.write([entity], { ...form, base: this.#context.base(exchange), budget });
    return documentResponse(this.#context.curies.addTo(document!), { type, headers, budget });
  }
}
