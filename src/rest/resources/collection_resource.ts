import type { HttpExchange } from "../../http/mod.ts";
import { pageOfList, Slice } from "../../data/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { negotiated } from "../hal/hal_response.ts";
import { type Link, linkHeader } from "../hal/link.ts";
import { uriLines, uriListResponse } from "../hal/uri_list.ts";
import { collectionResponse, collectionTypes } from "./collection_document.ts";
import { otherMethod } from "./allowed_methods.ts";
import { pagingRequest } from "./paging_request.ts";
import type { ItemWrites } from "./item_writes.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/<collection>`: the items a page at a time. */
export class CollectionResource implements Resource {
  readonly methods: readonly string[];
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #writes: ItemWrites;

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
    const { pageable } = request;
    const { items: repository, isPaged } = this.#collection;
    const found = isPaged ? await repository.findAll!(pageable) : await repository.findAll!(pageable.sort);
    // A repository may know its items as a list alone.
    const result = isPaged && !(found instanceof Slice) ? pageOfList(found, pageable) : found;
    const base = this.#context.base(exchange);
    const budget = this.#context.budget();
    if (type === "text/uri-list") {
      const uris = uriLines(result, budget, (item) => this.#collection.itemHref(base, this.#collection.idOf(item)));
      return uriListResponse(uris);
    }
    const items = await this.#context.documents(this.#collection).write([...result], {
      base,
      projection: request.query.get(this.#context.rest.projectionParameter),
      inCollection: true,
      budget,
    });
    const document = {
      ...request,
      budget,
      collection: this.#collection,
      result,
      items,
      uri: this.#collection.href(base),
      furtherLinks: this.#links(base),
    };
    return collectionResponse(this.#context, document, type);
  }

  #links(base: string): Record<string, Link> {
    const { path, searches } = this.#collection;
    const profile = { href: `${base}/profile/${path}` };
    return searches.size === 0 ? { profile } : { profile, search: { href: `${base}/${path}/search` } };
  }
}
