import { Pageable, PageRequest, Slice } from "../../data/mod.ts";
import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import { withoutTrailingSlashes } from "../../kernel/mod.ts";
import { targetIds } from "../export/association.ts";
import { type Association, type ExportedCollection } from "../export/exported_collection.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { misplacedFilters } from "../query/filter_criteria.ts";
import { itemResponse } from "../hal/compact_document.ts";
import type { Paths } from "../hal/document_paths.ts";
import { documentResponse, negotiated } from "../hal/hal_response.ts";
import { findItems, loadTargets } from "../hal/target_loader.ts";
import { uriLines, uriListResponse } from "../hal/uri_list.ts";
import { QueryParameters } from "../query/query_parameters.ts";
import { otherMethod } from "./allowed_methods.ts";
import { associationMethods, targetMethods } from "./association_methods.ts";
import type { AssociationWrites } from "./association_writes.ts";
import { collectionResponse, collectionTypes } from "./collection_document.ts";
import { notFound } from "./not_found.ts";
import { type PagingRequest, pagingRequest, refusedParameters } from "./paging_request.ts";
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
    const reading = { exchange, association, id };
    return variables.target === undefined
      ? await this.#read(reading)
      : await this.#readOne({ ...reading, target: variables.target });
  }

  async #read({ exchange, association, id }: Reading): Promise<Response> {
    const type = negotiated(exchange.request, collectionTypes);
    if (typeof type !== "string") return type;
    const request = pagingRequest(this.#context, exchange, association.target);
    if (request instanceof Response) return request;
    const misplaced = association.many ? misplacedFilters(association.target, request.query) : [];
    if (misplaced.length > 0) return refusedParameters(misplaced);
    const isHead = exchange.request.method === "HEAD";
    const showsIds = isHead || type === "text/uri-list";
    const select = this.#targetPaths(association, request.query, showsIds ? "ids" : type);
    const isAlwaysThere = isHead && association.many;
    const owner = isAlwaysThere
      ? await this.#collection.items.findById!(id, { select: this.#context.documents(this.#collection).paths.id })
      : await this.#owner(association, id, select);
    if (owner === null) return notFound(exchange);
    if (isAlwaysThere) return emptyResponse(type);
    // Keys that no foreign key guards may lead nowhere.
    const found = showsIds && association.find === undefined && !association.holdsIds
      ? targetIds(association, owner).map((id) => this.#identified(association, id))
      : await targetsOf(association, owner, { ...request, select });
    if (type === "text/uri-list") return withoutBody(isHead, this.#uriList(exchange, association, [...found]));
    if (association.many) return await this.#targets(exchange, { association, found, request, type });
    return await this.#target(exchange, association, { entity: [...found][0], type, isHead });
  }

  async #readOne({ exchange, association, id, target }: Reading & { readonly target: string }): Promise<Response> {
    const type = negotiated(exchange.request);
    if (typeof type !== "string") return type;
    const isHead = exchange.request.method === "HEAD";
    const owner = await this.#owner(association, id, association.target.id.paths);
    if (owner === null) return notFound(exchange);
    const targetId = association.target.idFrom(target);
    const query = new QueryParameters(exchange.search);
    const select = this.#targetPaths({ ...association, many: false }, query, isHead ? "ids" : type);
    const entity = targetId === undefined ? undefined : await this.#oneOf(association, owner, { id: targetId, select });
    return await this.#target(exchange, association, { entity, type, isHead });
  }

  /** Reads the properties of an owner that its association needs; a function of the application may need all of them. */
  async #owner(association: Association, id: unknown, select: Paths): Promise<object | null> {
    const { find, findOne } = association;
    const isWhole = find !== undefined && findOne === undefined;
    const { paths } = this.#context.documents(this.#collection);
    return await this.#collection.items.findById!(id, isWhole ? {} : { select: paths.below(association, select) });
  }

  /** Returns the properties of targets that are read: only their ids, or those that the media type shows. */
  #targetPaths({ target, many }: Association, query: QueryParameters, shown: "ids" | string): Paths {
    const documents = this.#context.documents(target);
    if (shown === "ids") return documents.paths.id;
    const projection = query.get(this.#context.rest.projectionParameter);
    return documents.pathsFor({ projection, inCollection: many, forms: shown === halFormsType });
  }

  async #oneOf(
    association: Association,
    owner: object,
    { id, select }: { readonly id: unknown; readonly select: Paths },
  ): Promise<object | undefined> {
    const { target } = association;
    if (association.findOne !== undefined) return await association.findOne(owner, id, select);
    if (association.find === undefined) {
      const isTarget = targetIds(association, owner).some((held) => target.idSegment(held) === target.idSegment(id));
      return isTarget ? await this.#held(association, owner, { id, select }) : undefined;
    }
    let pageable: Pageable = PageRequest.of(0, this.#context.rest.maxPageSize);
    while (true) {
      const found = await targetsOf(association, owner, { pageable, select });
      const one = [...found].find((candidate) => target.hasId(candidate, id));
      if (one !== undefined || !(found instanceof Slice) || !found.hasNext) return one;
      pageable = pageable.next();
    }
  }

  async #held(
    association: Association,
    owner: object,
    { id, select }: { readonly id: unknown; readonly select: Paths },
  ): Promise<object | undefined> {
    const { target } = association;
    if (target.repository.findById !== undefined) return [...(await findItems(target, [id], select)).values()][0];
    // The owner was read without the targets.
    const whole = await this.#owner(association, this.#collection.idOf(owner), select);
    const found = whole === null ? [] : await targetsOf(association, whole, { pageable: Pageable.unpaged(), select });
    return [...found].find((candidate) => target.hasId(candidate, id));
  }

  /** Creates an object that represents a target of which only the id is shown. */
  #identified({ target }: Association, id: unknown): object {
    return target.id.values(id);
  }

  async #target(
    exchange: HttpExchange,
    { target }: Association,
    { entity, type, isHead }: { entity: object | undefined; type: string; isHead: boolean },
  ): Promise<Response> {
    if (entity === undefined) return notFound(exchange);
    const base = this.#context.base(exchange);
    const headers = { "content-location": target.itemHref(base, target.idOf(entity)) };
    if (isHead) return emptyResponse(type, headers);
    const budget = this.#context.budget(exchange);
    const projection = new QueryParameters(exchange.search).get(this.#context.rest.projectionParameter);
    const [document] = await this.#context.documents(target).write([entity], {
      base,
      projection,
      inCollection: false,
      forms: type === halFormsType,
      budget,
    });
    return itemResponse(this.#context.curies.addTo(document!), { type, headers, budget });
  }

  async #targets(
    exchange: HttpExchange,
    { association: { target }, found, request, type }: FoundTargets,
  ): Promise<Response> {
    const base = this.#context.base(exchange);
    const budget = this.#context.budget(exchange);
    const projection = request.query.get(this.#context.rest.projectionParameter);
    const items = await this.#context.documents(target).write([...found], {
      base,
      projection,
      inCollection: true,
      forms: type === halFormsType,
      budget,
    });
    const uri = base + withoutTrailingSlashes(exchange.path.slice(this.#context.basePath.length));
    const options = { ...request, collection: target, result: found, items, uri, base, budget };
    return await collectionResponse(this.#context, options, type);
  }

  #uriList(exchange: HttpExchange, { target }: Association, found: readonly object[]): Response {
    const base = this.#context.base(exchange);
    return uriListResponse(
      uriLines(found, this.#context.budget(exchange), (item) => target.itemHref(base, target.idOf(item))),
    );
  }
}

interface FoundTargets {
  readonly association: Association;
  readonly found: Slice<object> | readonly object[];
  readonly request: PagingRequest;
  readonly type: string;
}

/** The properties that a request reads. */
interface Reading {
  readonly exchange: HttpExchange;
  readonly association: Association;
  /** The owner's id. */
  readonly id: unknown;
}

async function targetsOf(
  association: Association,
  owner: object,
  { pageable, select }: Pick<PagingRequest, "pageable"> & { readonly select: Paths },
): Promise<Slice<object> | readonly object[]> {
  if (association.find === undefined) return (await loadTargets(association, [owner], select)).get(owner) ?? [];
  // A function of the application returns entities of the target's class, by its option.
  const found = await association.find(owner, pageable, select) as Slice<object> | readonly object[] | object | null;
  if (found === null) return [];
  return found instanceof Slice || Array.isArray(found) ? found : [found];
}

/** Responds to `HEAD`. */
function emptyResponse(type: string, headers: Record<string, string> = {}): Response {
  return withoutBody(true, documentResponse({}, { type, headers }));
}

function withoutBody(isHead: boolean, response: Response): Response {
  if (!isHead) return response;
  const { status, headers } = response;
  headers.delete("content-length");
  return new Response(null, { status: status === 200 ? 204 : status, headers });
}
