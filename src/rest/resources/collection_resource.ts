import type { HttpExchange } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { flatText } from "../hal/flat_text.ts";
import { negotiated } from "../hal/hal_response.ts";
import { type Link, linkHeader } from "../hal/link.ts";
import { uriLines, uriListResponse } from "../hal/uri_list.ts";
import { type CursorRequest, cursorRequest } from "../query/cursor_request.ts";
import { filterRequest } from "../query/filter_criteria.ts";
import { collectionResponse, collectionTypes } from "./collection_document.ts";
import { otherMethod } from "./allowed_methods.ts";
import { type PagingRequest, pagingRequest, refusedParameters } from "./paging_request.ts";
import { collectionParameters, filterVariables } from "./collection_variables.ts";
import { readCollection } from "./collection_reads.ts";
import type { ItemWrites } from "./item_writes.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/<collection>`: the items a page at a time. */
export class CollectionResource implements Resource {
  readonly methods: readonly string[];
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #writes: ItemWrites;
  /** The query parameters apart from filters. */
  readonly #parameters: ReadonlySet<string>;

  /**
   * @param context configuration and collections
   * @param collection the collection
   * @param writes changes items
   */
  constructor(context: RestContext, collection: ExportedCollection, writes: ItemWrites) {
    this.#context = context;
    this.#collection = collection;
    this.#writes = writes;
    const { isListable, writable } = collection;
    this.#parameters = new Set(collectionParameters(context, collection));
    this.methods = [...(isListable ? ["GET", "HEAD"] : []), ...(writable.create ? ["POST"] : [])];
  }

  handle(exchange: HttpExchange): MaybePromise<Response> {
    const { method } = exchange.request;
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    if (method === "POST") return this.#writes.create(exchange);
    return method === "GET" ? this.#read(exchange) : this.#head(exchange);
  }

  #head(exchange: HttpExchange): Response {
    const type = negotiated(exchange.request, collectionTypes);
    if (typeof type !== "string") return type;
    const base = this.#context.base(exchange);
    const self = { href: this.#collection.href(base) };
    return new Response(null, { status: 204, headers: { link: linkHeader({ self, ...this.#links(base) }) } });
  }

  async #read(exchange: HttpExchange): Promise<Response> {
    const type = negotiated(exchange.request, collectionTypes);
    if (typeof type !== "string") return type;
    const request = pagingRequest(this.#context, exchange, this.#collection);
    if (request instanceof Response) return request;
    const filtered = filterRequest(this.#collection, request.query, this.#parameters);
    if ("rejected" in filtered) return refusedParameters(filtered.rejected);
    const { criteria } = filtered;
    const documents = this.#context.documents(this.#collection);
    const projection = request.query.get(this.#context.rest.projectionParameter);
    const form = { projection, inCollection: true, forms: type === halFormsType };
    const select = type === "text/uri-list" ? documents.paths.id : documents.pathsFor(form);
    const cursor = this.#cursor(request);
    const result = await readCollection(this.#collection, { ...request, criteria, cursor, select });
    const base = this.#context.base(exchange);
    const budget = this.#context.budget(exchange);
    if (type === "text/uri-list") {
      const uris = uriLines(result, budget, (item) => this.#collection.itemHref(base, this.#collection.idOf(item)));
      return uriListResponse(uris);
    }
    const items = await documents.write([...result], { ...form, base, budget });
    const document = {
      ...request,
      budget,
      collection: this.#collection,
      result,
      items,
      uri: this.#collection.href(base),
      furtherLinks: this.#links(base),
      base,
      ...(type === halFormsType ? { templates: this.#context.forms(this.#collection).collection(base) } : {}),
      variables: filterVariables(this.#collection),
    };
    return await collectionResponse(this.#context, document, type);
  }

  #cursor({ query, pageable }: PagingRequest): CursorRequest | undefined {
    if (!this.#collection.isPagedByKeys || pageable.isUnpaged) return undefined;
    return cursorRequest(query, this.#context.cursorNames, this.#context.pageables.names.page);
  }

  #links(base: string): Record<string, Link> {
    const { path, searches } = this.#collection;
    const profile = { href: flatText(base, "/profile/", path) };
    return searches.size === 0 ? { profile } : { profile, search: { href: flatText(base, "/", path, "/search") } };
  }
}
