import type { HttpExchange } from "../../http/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Search } from "../export/search.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { documentResponse, negotiated } from "../hal/hal_response.ts";
import { linkTo } from "../hal/link.ts";
import { withQueryVariables } from "../hal/uri_template.ts";
import { otherMethod } from "./allowed_methods.ts";
import { notFound } from "./not_found.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** `/<collection>/search`: the searches of a collection as templated links. */
export class SearchIndexResource implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;

  /**
   * @param context configuration and collections
   * @param collection the collection
   */
  constructor(context: RestContext, collection: ExportedCollection) {
    this.#context = context;
    this.#collection = collection;
  }

  handle(exchange: HttpExchange): Response {
    const { method } = exchange.request;
    if (this.#collection.searches.size === 0) return notFound(exchange);
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    const type = negotiated(exchange.request);
    if (typeof type !== "string") return type;
    if (method === "HEAD") return new Response(null, { status: 204 });
    const uri = `${this.#collection.href(this.#context.base(exchange))}/search`;
    const links = [...this.#collection.searches.values()].map((search) =>
      [search.rel, linkTo(this.#template(uri, search), search.title)] as const
    );
    const templates = type === halFormsType
      ? { _templates: this.#context.forms(this.#collection).searches(this.#context.base(exchange)) }
      : {};
    const document = { _links: { ...Object.fromEntries(links), self: { href: uri } }, ...templates };
    return documentResponse(this.#context.curies.addTo(document), { type });
  }

  #template(uri: string, search: Search): string {
    return withQueryVariables(
      `${uri}/${encodeURI(search.path)}`,
      searchVariables(this.#context, this.#collection, search),
    );
  }
}

/** Returns the query variables of a search, in the order of its template. */
export function searchVariables(context: RestContext, collection: ExportedCollection, search: Search): string[] {
  const { names } = context.pageables;
  const paging = { pageable: [names.page, names.size, `${names.sort}*`], sort: [`${names.sort}*`], nothing: [] };
  const parameters = [...search.params].map(([name, descriptor]) => {
    const inner = descriptor.kind === "nullable" ? descriptor.inner : descriptor;
    return inner.kind === "list" ? `${name}*` : name;
  });
  const projection = collection.projections.size === 0 || !search.findsItems ? [] : [context.rest.projectionParameter];
  return [...parameters, ...paging[search.takes], ...projection];
}
