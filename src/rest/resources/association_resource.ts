import { type Pageable, PageRequest, Slice } from "../../data/mod.ts";
import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import { withoutTrailingSlashes } from "../../kernel/mod.ts";
import type { Association } from "../export/association.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { itemResponse } from "../hal/compact_document.ts";
import { negotiated } from "../hal/hal_response.ts";
import { loadTargets } from "../hal/target_loader.ts";
import { uriLines, uriListResponse } from "../hal/uri_list.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import { otherMethod } from "./allowed_methods.ts";
import { associationMethods, targetMethods } from "./association_methods.ts";
import type { AssociationWrites } from "./association_writes.ts";
import { collectionResponse, collectionTypes } from "./collection_document.ts";
import { notFound } from "./not_found.ts";
import { type PagingRequest, pagingRequest } from "./paging_request.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/<collection>/<id>/<association>`: the targets of one item's association, whole or one of them. */
export class AssociationResource implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #writes: AssociationWrites;

  /**
   * @param context configuration and collections
   * @param collection the owners' collection
   * @param writes changes associations
   */
  constructor(context: RestContext, collection: ExportedCollection, writes: AssociationWrites) {
    this.#context = context;
    this.#collection = collection;
    this.#writes = writes;
  }

  methodsAt({ association, target }: PathVariables): readonly string[] {
    const found = this.#collection.associations.get(association!);
    if (found === undefined) return this.methods;
    return target === undefined ? associationMethods(found) : targetMethods(found);
  }

  async handle(exchange: HttpExchange, variables: PathVariables): Promise<Response> {
    const { method } = exchange.request;
    const association = this.#collection.associations.get(variables.association!);
    if (association === undefined) return notFound(exchange);
    const allowed = this.methodsAt(variables);
    if (!allowed.includes(method)) return otherMethod(method, allowed);
    const id = this.#collection.idFrom(variables.id!);
    if (id === undefined) return notFound(exchange);
    if (method !== "GET" && method !== "HEAD") {
      return await this.#writes.handle(exchange, { id, association, target: variables.target });
    }
    const owner = await this.#collection.items.findById!(id);
    if (owner === null) return notFound(exchange);
    const response = variables.target === undefined
      ? await this.#read(exchange, association, owner)
      : await this.#readOne(exchange, association, { owner, target: variables.target });
    return method === "HEAD" ? withoutBody(response) : response;
  }

  async #read(exchange: HttpExchange, association: Association, owner: object): Promise<Response> {
    const type = negotiated(exchange.request, collectionTypes);
    if (typeof type !== "string") return type;
    const request = pagingRequest(this.#context, exchange, association.target);
    if (request instanceof Response) return request;
    const found = await targetsOf(association, owner, request);
    if (type === "text/uri-list") return this.#uriList(exchange, association, [...found]);
    if (!association.many) return await this.#target(exchange, association, { entity: [...found][0], type });
    return await this.#targets(exchange, { association, found, request, type });
  }

  async #readOne(
    exchange: HttpExchange,
    association: Association,
    { owner, target }: { owner: object; target: string },
  ): Promise<Response> {
    const type = negotiated(exchange.request);
    if (typeof type !== "string") return type;
    const id = association.target.idFrom(target);
    const entity = id === undefined ? undefined : await this.#oneOf(association, owner, id);
    return await this.#target(exchange, association, { entity, type });
  }

  async #oneOf(association: Association, owner: object, id: unknown): Promise<object | undefined> {
    if (association.findOne !== undefined) return await association.findOne(owner, id);
    let pageable: Pageable = PageRequest.of(0, this.#context.rest.maxPageSize);
    while (true) {
      const found = await targetsOf(association, owner, { pageable });
      const one = [...found].find((candidate) => association.target.hasId(candidate, id));
      if (one !== undefined || !(found instanceof Slice) || !found.hasNext) return one;
      pageable = pageable.next();
    }
  }

  async #target(
    exchange: HttpExchange,
    { target }: Association,
    { entity, type }: { entity: object | undefined; type: string },
  ): Promise<Response> {
    if (entity === undefined) return notFound(exchange);
    const budget = this.#context.budget();
    const base = this.#context.base(exchange);
    const projection = new QueryParameters(exchange.search).get(this.#context.rest.projectionParameter);
    const [document] = await this.#context.documents(target).write([entity], {
      base,
      projection,
      inCollection: false,
      budget,
    });
    const headers = { "content-location": target.itemHref(base, target.idOf(entity)) };
    return itemResponse(document!, { type, headers, budget });
  }

  async #targets(
    exchange: HttpExchange,
    { association: { target }, found, request, type }: FoundTargets,
  ): Promise<Response> {
    const base = this.#context.base(exchange);
    const budget = this.#context.budget();
    const projection = request.query.get(this.#context.rest.projectionParameter);
    const items = await this.#context.documents(target).write([...found], {
      base,
      projection,
      inCollection: true,
      budget,
    });
    const uri = base + withoutTrailingSlashes(exchange.path.slice(this.#context.basePath.length));
    const options = { ...request, collection: target, result: found, items, uri, budget };
    return collectionResponse(this.#context, options, type);
  }

  #uriList(exchange: HttpExchange, { target }: Association, found: readonly object[]): Response {
    const base = this.#context.base(exchange);
    return uriListResponse(uriLines(found, this.#context.budget(), (item) => target.itemHref(base, target.idOf(item))));
  }
}

interface FoundTargets {
  readonly association: Association;
  readonly found: Slice<object> | readonly object[];
  readonly request: PagingRequest;
  readonly type: string;
}

async function targetsOf(
  association: Association,
  owner: object,
  { pageable }: Pick<PagingRequest, "pageable">,
): Promise<Slice<object> | readonly object[]> {
  if (association.find === undefined) return (await loadTargets(association, [owner])).get(owner) ?? [];
  // What a function finds are entities of the target's class, as its option says.
  const options = association.target.signal.options;
  const result = await association.find(owner as never, pageable, options);
  const found = result as Slice<object> | readonly object[] | object | null;
  if (found === null) return [];
  return found instanceof Slice || Array.isArray(found) ? found : [found];
}

function withoutBody(response: Response): Response {
  const { status, headers } = response;
  headers.delete("content-length");
  return new Response(null, { status: status === 200 ? 204 : status, headers });
}
