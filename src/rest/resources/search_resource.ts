import { type CallOptions, type FindOptions, type QueryMethod, Slice } from "../../data/mod.ts";
import { type HttpExchange, type PathVariables, problem } from "../../http/mod.ts";
import type { Class, ResultBudget } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { queryMethodsOf } from "../export/derived_searches.ts";
import type { Search } from "../export/search.ts";
import { halFormsType } from "../forms/hal_forms_template.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { selecting } from "../hal/document_paths.ts";
import { compactType, itemResponse } from "../hal/compact_document.ts";
import { documentResponse, documentTypes, negotiated } from "../hal/hal_response.ts";
import type { HalDocument } from "../hal/item_writer.ts";
import { maxRejected, type RejectedParameter } from "../query/pageable_resolver.ts";
import { misplacedFilters } from "../query/filter_criteria.ts";
import { searchArguments } from "../query/search_arguments.ts";
import { otherMethod } from "./allowed_methods.ts";
import { collectionResponse } from "./collection_document.ts";
import { notFound } from "./not_found.ts";
import { type PagingRequest, pagingRequest, refusedParameters } from "./paging_request.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

const types: readonly string[] = [...documentTypes, compactType];

/** `/<collection>/search/<name>`: the result of a query method. */
export class SearchResource implements Resource {
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

  async handle(exchange: HttpExchange, { name }: PathVariables): Promise<Response> {
    const { method } = exchange.request;
    const search = this.#collection.searches.get(name!);
    if (search === undefined) return notFound(exchange);
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    const type = negotiated(exchange.request, types);
    if (typeof type !== "string") return type;
    if (method === "HEAD") return new Response(null, { status: 204 });
    const paging = pagingRequest(this.#context, exchange, this.#collection);
    if (paging instanceof Response) return paging;
    const request = { ...paging, forms: type === halFormsType };
    const misplaced = misplacedFilters(this.#collection, request.query, new Set(search.params.keys()));
    if (misplaced.length > 0) return refusedParameters(misplaced);
    const read = await searchArguments(search, request.query, this.#context.registry);
    if ("rejected" in read) return badParameters(read.rejected);
    const result = await this.#run(search, request, read);
    return result instanceof Response ? result : await this.#answer(exchange, result, { search, request, type });
  }

  async #run(
    { method, takes, takesSignal }: Search,
    request: SearchRequest,
    { args, missing }: { args: readonly unknown[]; missing: readonly string[] },
  ): Promise<unknown> {
    const { pageable } = request;
    const paging = takes === "pageable" ? [pageable] : takes === "sort" ? [pageable.sort] : [];
    // A custom method may have further parameters.
    const derived = queryMethodsOf(this.#collection).get(method);
    const options = derived === undefined ? this.#collection.signal.options : this.#callOptions(derived, request);
    const last = takesSignal ? [...paging, options] : paging;
    // The repository has the method, as was checked at startup.
    const methods = this.#collection.repository as unknown as Record<string, (...args: unknown[]) => unknown>;
    try {
      return await methods[method]!(...args, ...last);
    } catch (error) {
      const isRefused = error instanceof TypeError || error instanceof RangeError;
      if (!isRefused || missing.length === 0) throw error;
      // A method throws if it requires a missing argument.
      return badParameters(missing.map((parameter) => ({ parameter, value: "", message: "must be there" })));
    }
  }

  /** Returns the properties that a derived method reads, as it finds items of this collection or none. */
  #callOptions({ returns }: QueryMethod, request: SearchRequest): FindOptions {
    const inCollection = returns !== "one";
    const paths = this.#context.documents(this.#collection).pathsFor({
      projection: this.#projection(request),
      inCollection,
      forms: request.forms,
    });
    return { ...this.#collection.signal.options, ...selecting(paths) };
  }

  async #answer(exchange: HttpExchange, result: unknown, { search, request, type }: Answering): Promise<Response> {
    if (result === null || result === undefined) return notFound(exchange);
    if (result instanceof Slice) return await this.#collectionAnswer(exchange, result, { search, request, type });
    const budget = this.#context.budget(exchange);
    const list = await listOf(result, budget, this.#collection.signal.options);
    if (list?.every((item) => this.#collectionOf(item) !== undefined)) {
      return await this.#collectionAnswer(exchange, list as object[], { search, request, type });
    }
    const collection = list === undefined ? this.#collectionOf(result) : undefined;
    if (collection !== undefined) {
      return await this.#itemAnswer(exchange, result as object, { collection, request, type });
    }
    budget.addJson(list ?? result);
    const plain = this.#context.writers.plain(list ?? result, this.#context.base(exchange));
    return documentResponse(plain, { type: "application/json", budget });
  }

  async #collectionAnswer(
    exchange: HttpExchange,
    result: Slice<object> | readonly object[],
    { search, request, type }: Answering,
  ): Promise<Response> {
    const base = this.#context.base(exchange);
    const [first, ...others] = new Set([...result].map((item) => this.#collectionOf(item)));
    // Items of several collections, or of none, are embedded under this collection's relation.
    const collection = others.length === 0 && first !== undefined ? first : this.#collection;
    const budget = this.#context.budget(exchange);
    const items = await this.#documents([...result], request, { base, budget });
    const uri = `${this.#collection.href(base)}/search/${encodeURI(search.path)}`;
    const options = { ...request, collection, result, items, uri, base, budget };
    return await collectionResponse(this.#context, options, type);
  }

  /** Writes the documents of found items, each by its own collection. */
  async #documents(
    items: readonly object[],
    request: SearchRequest,
    { base, budget }: { readonly base: string; readonly budget: ResultBudget },
  ): Promise<HalDocument[]> {
    const written = new Map<object, HalDocument>();
    for (const [collection, group] of Map.groupBy(items, (item) => this.#collectionOf(item))) {
      const documents = collection === undefined
        // A value without a collection is an object, and so is its JSON.
        ? group.map((item) => this.#context.writers.plain(item, base) as HalDocument)
        : await this.#context.documents(collection).write(group, {
          base,
          projection: this.#projection(request),
          inCollection: true,
          forms: request.forms,
          budget,
        });
      group.forEach((item, i) => written.set(item, documents[i]!));
    }
    return items.map((item) => written.get(item)!);
  }

  async #itemAnswer(
    exchange: HttpExchange,
    entity: object,
    { collection, request, type }: { collection: ExportedCollection; request: SearchRequest; type: string },
  ): Promise<Response> {
    const validators = validatorsOf(collection, entity);
    const headers = validatorHeaders(validators);
    const failed = failedPrecondition(exchange.request, validators);
    if (failed !== undefined) return new Response(null, { status: failed, headers: { vary: "accept", ...headers } });
    const budget = this.#context.budget(exchange);
    const [document] = await this.#context.documents(collection).write([entity], {
      base: this.#context.base(exchange),
      projection: this.#projection(request),
      inCollection: false,
      forms: request.forms,
      budget,
    });
    return itemResponse(this.#context.curies.addTo(document!), { type, headers, budget });
  }

  #collectionOf(value: unknown): ExportedCollection | undefined {
    if (typeof value !== "object" || value === null) return undefined;
    if (typeof value.constructor !== "function") return undefined;
    const found = this.#context.registry.ofType(value.constructor as Class);
    // A class may be exported twice: the search is one of this collection.
    return found?.type === this.#collection.type ? this.#collection : found;
  }

  #projection({ query }: SearchRequest): string | undefined {
    return query.get(this.#context.rest.projectionParameter);
  }
}

/** Returns the items of a list, a set, a window or a stream; `undefined` for other values. */
async function listOf(
  result: unknown,
  budget: ResultBudget,
  { signal }: CallOptions,
): Promise<unknown[] | undefined> {
  if (typeof result !== "object" || result === null || result instanceof Map || ArrayBuffer.isView(result)) {
    return undefined;
  }
  const list: unknown[] = [];
  const add = (item: unknown) => {
    budget.add(1, 0);
    list.push(item);
  };
  if (Symbol.iterator in result) {
    for (const item of result as Iterable<unknown>) add(item);
    return list;
  }
  if (!(Symbol.asyncIterator in result)) return undefined;
  // A stream may be infinite: stop at the limit.
  for await (const item of result as AsyncIterable<unknown>) {
    signal?.throwIfAborted();
    add(item);
  }
  return list;
}

/** A request for a search. */
interface SearchRequest extends PagingRequest {
  /** Whether the client accepts forms. */
  readonly forms: boolean;
}

interface Answering {
  readonly search: Search;
  readonly request: SearchRequest;
  readonly type: string;
}

function badParameters(rejected: readonly RejectedParameter[]): Response {
  const { parameter, value, message } = rejected[0]!;
  return problem({
    status: 400,
    detail: `Cannot search as parameter "${parameter}" ${message}: current value is "${value}"`,
    extensions: { errors: rejected.slice(0, maxRejected) },
  });
}
