import type { HttpExchange } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { writeAdditions } from "../model/write_additions.ts";
import { documentResponse, halTypeFor, negotiated } from "../hal/hal_response.ts";
import type { HalDocument } from "../hal/item_writer.ts";
import { linkTo } from "../hal/link.ts";
import { withQueryVariables } from "../hal/uri_template.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { collectionVariables } from "./collection_variables.ts";
import { otherMethod } from "./allowed_methods.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/** The base path itself: links to all collections. */
export class IndexResource implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];
  readonly #context: RestContext;

  /** @param context configuration and collections */
  constructor(context: RestContext) {
    this.#context = context;
  }

  handle(exchange: HttpExchange): MaybePromise<Response | undefined> {
    const { method } = exchange.request;
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    const type = halTypeFor(exchange.request);
    // Another route may have a page at this path for a client that accepts no HAL.
    if (type === undefined) return undefined;
    if (method === "HEAD") return new Response(null, { status: 204 });
    const base = this.#context.base(exchange);
    const document = this.#document(base);
    if (type === halFormsType) document._templates = {};
    if (this.#context.processing.processesRoot) return this.#processed(document, base, type);
    return documentResponse(this.#context.curies.addTo(document), { type });
  }

  #document(base: string): HalDocument {
    // One that can't be listed may still be searched, added to, and have items that are read.
    const collections = [...this.#context.registry].map((collection) =>
      [collection.rel, linkTo(this.#template(collection, base), collection.options.title)] as const
    );
    return { _links: { ...Object.fromEntries(collections), profile: { href: `${base}/profile` } } };
  }

  async #processed(document: HalDocument, base: string, type: string): Promise<Response> {
    const { processing, writers, curies } = this.#context;
    const model = await processing.root(document, base);
    const embedded = new Map(
      [...model.additions.embedded].map(([rel, values]) => [rel, values.map((value) => writers.plain(value, base))]),
    );
    writeAdditions(document, { ...model.additions, embedded }, type === halFormsType);
    return documentResponse(curies.addTo(document), { type });
  }

  #template(collection: ExportedCollection, base: string): string {
    if (!collection.isListable) return collection.href(base);
    return withQueryVariables(collection.href(base), collectionVariables(this.#context, collection));
  }
}

/** The last route of the base path: rejects media types that the index does not support. */
export class UnacceptableIndex implements Resource {
  readonly methods: readonly string[] = ["GET", "HEAD"];

  handle({ request }: HttpExchange): Response | undefined {
    const refusal = negotiated(request);
    return typeof refusal === "string" ? undefined : refusal;
  }
}
