import type { HttpExchange, PathVariables } from "../../http/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { documentResponse, negotiated } from "../hal/hal_response.ts";
import { alpsDocument } from "../profile/alps.ts";
import { collectionSchema } from "../profile/collection_schema.ts";
import { otherMethod } from "./allowed_methods.ts";
import { notFound } from "./not_found.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

const profileTypes: readonly string[] = ["application/alps+json", "application/schema+json", "application/json"];

/** `/profile` and `/profile/<collection>`: the properties of items and the operations on them. */
export class ProfileResource implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];
  readonly #context: RestContext;

  /** @param context configuration and collections */
  constructor(context: RestContext) {
    this.#context = context;
  }

  handle(exchange: HttpExchange, { collection: path }: PathVariables): Response {
    const { method } = exchange.request;
    const collection = path === undefined ? undefined : this.#context.registry.atPath(path);
    if (path !== undefined && collection === undefined) return notFound(exchange);
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    const response = collection === undefined ? this.#index(exchange) : this.#profile(exchange, collection);
    return method === "GET" || !response.ok ? response : new Response(null, { status: 204 });
  }

  #index(exchange: HttpExchange): Response {
    const type = negotiated(exchange.request);
    if (typeof type !== "string") return type;
    const base = this.#context.base(exchange);
    const links = [...this.#context.registry].map(({ rel, path }) =>
      [rel, { href: `${base}/profile/${path}` }] as const
    );
    return documentResponse({ _links: { self: { href: `${base}/profile` }, ...Object.fromEntries(links) } }, { type });
  }

  #profile(exchange: HttpExchange, collection: ExportedCollection): Response {
    const type = negotiated(exchange.request, profileTypes);
    if (typeof type !== "string") return type;
    const base = this.#context.base(exchange);
    const document = type === "application/schema+json"
      ? collectionSchema(collection, this.#context.registry, `${base}/profile/${collection.path}`)
      : alpsDocument(this.#context, collection, base);
    return documentResponse(document, { type });
  }
}
