import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import type { Binary } from "../export/binary.ts";
import { binaryParts } from "./open_api_binary.ts";
import { idParameter } from "./id_parameter.ts";
import type { Search } from "../export/search.ts";
import { associationMethods, targetMethods } from "../resources/association_methods.ts";
import type { RestContext } from "../resources/rest_context.ts";
import { type BodyKind, bodyReference } from "./body_schemas.ts";
import type { DocumentSchemas, PagedAs } from "./document_schemas.ts";
import type { JsonSchemas } from "./json_schema.ts";
import type { JsonSchema } from "./schema_definitions.ts";
import { searchResultContent } from "./search_results.ts";

type PathItem = Record<string, unknown>;

/** Parts of {@linkcode CollectionPaths}. */
export interface CollectionPathsOptions {
  readonly context: RestContext;
  readonly collection: ExportedCollection;
  readonly schemas: JsonSchemas;
  readonly documents: DocumentSchemas;
  /** The ids of operations that are taken. */
  readonly taken: Set<string>;
}

/** Describes the paths of one collection. */
export class CollectionPaths {
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #schemas: JsonSchemas;
  readonly #documents: DocumentSchemas;
  readonly #taken: Set<string>;

  /** @param options configuration, the collection, and the schemas */
  constructor({ context, collection, schemas, documents, taken }: CollectionPathsOptions) {
    this.#context = context;
    this.#collection = collection;
    this.#schemas = schemas;
    this.#documents = documents;
    this.#taken = taken;
  }

  /** The paths with their operations. */
  paths(): Record<string, PathItem> {
    const { path, searches, associations, binaries } = this.#collection;
    const paths: [string, PathItem][] = [
      [`/${path}`, this.#list()],
      [`/${path}/{id}`, this.#item()],
      ...(searches.size === 0 ? [] : [[`/${path}/search`, this.#searchIndex()] as [string, PathItem]]),
      ...[...searches.values()].map((search): [string, PathItem] => [
        `/${path}/search/${search.path}`,
        { get: this.#search(search) },
      ]),
      ...binaries.values().map((each): [string, PathItem] => [`/${path}/{id}/${each.path}`, this.#binary(each)]),
      ...[...associations.values()].flatMap((association): [string, PathItem][] => [
        [`/${path}/{id}/${association.path}`, this.#association(association)],
        [`/${path}/{id}/${association.path}/{target}`, this.#target(association)],
      ]),
    ];
    return Object.fromEntries(paths.filter(([, item]) => Object.keys(item).some((key) => key !== "parameters")));
  }

  #list(): PathItem {
    const { rel, itemRel, isListable, isPaged, writable, searches } = this.#collection;
    const parameters = [
      ...(isPaged ? paging : paging.slice(2)),
      ...this.#projection(this.#collection),
      ...this.#cursors(),
      ...this.#filters(),
    ];
    const relations = searches.size === 0 ? ["profile"] : ["profile", "search"];
    const page = this.#documents.page(this.#collection, pagedAs(this.#collection), relations);
    const read = {
      parameters,
      responses: { 200: hal("The items", page), ...readFailures, 400: failure("BadRequest") },
    };
    const created = hal("The item was created", this.#alone());
    const create = {
      requestBody: this.#body("create", ["application/json", "application/hal+json"]),
      responses: { 201: { ...created, headers: { Location: uriHeader } }, ...writeFailures },
    };
    return {
      ...(isListable ? { get: this.#operation(`get-${rel}`, `Lists ${rel}`, read) } : {}),
      ...(writable.create ? { post: this.#operation(`create-${itemRel}`, `Creates one of ${rel}`, create) } : {}),
    };
  }

  #item(): PathItem {
    const { rel, itemRel, isReadable, version } = this.#collection;
    const unchanged = version === undefined ? {} : { 304: { description: "The client has the current state" } };
    const item = this.#versioned(hal("The item", this.#alone()));
    const read = {
      parameters: [...this.#projection(this.#collection), ...(version === undefined ? [] : conditions.slice(1))],
      responses: { 200: item, ...unchanged, ...readFailures, 404: failure("NotFound") },
    };
    return {
      parameters: [idParameter(this.#collection)],
      ...(isReadable ? { get: this.#operation(`get-${itemRel}`, `Returns one of ${rel}`, read) } : {}),
      ...this.#itemWrites(),
    };
  }

  #itemWrites(): PathItem {
    const { rel, itemRel, writable: { update, createByPut, delete: remove }, version } = this.#collection;
    const conditional = version === undefined ? {} : { parameters: conditions };
    const responses = {
      200: this.#versioned(hal("The item was changed", this.#alone())),
      204: this.#versioned({ description: "The item was changed" }),
      ...writeFailures,
      404: failure("NotFound"),
    };
    const put = {
      ...conditional,
      requestBody: this.#body("replace", ["application/json", "application/hal+json"]),
      responses: { ...responses, ...(createByPut ? { 201: hal("The item was created", this.#alone()) } : {}) },
    };
    const patch = { ...conditional, requestBody: this.#patchBody(), responses };
    const deleted = { 200: hal("The item was deleted", this.#alone()), 204: { description: "The item was deleted" } };
    const [conflict, failed] = [failure("Conflict"), failure("PreconditionFailed")];
    const removal = { ...conditional, responses: { ...deleted, 404: failure("NotFound"), 409: conflict, 412: failed } };
    const of = (verb: string) => `${verb} one of ${rel}`;
    const replaces = of(createByPut ? "Creates or replaces" : "Replaces");
    return {
      ...(update || createByPut ? { put: this.#operation(`update-${itemRel}`, replaces, put) } : {}),
      ...(update ? { patch: this.#operation(`patch-${itemRel}`, of("Changes"), patch) } : {}),
      ...(remove ? { delete: this.#operation(`delete-${itemRel}`, of("Deletes"), removal) } : {}),
    };
  }

  #searchIndex(): PathItem {
    const { rel, searches } = this.#collection;
    const links = [...searches.values()].map((search) => search.rel);
    const schema = this.#documents.links(this.#collection, [...links, "self"]);
    const responses = { 200: hal("The searches as links", schema), ...readFailures };
    return { get: this.#operation(`get-${rel}-searches`, `Lists the searches of ${rel}`, { responses }) };
  }

  #search(search: Search): JsonSchema {
    const { rel } = this.#collection;
    const own = [...search.params].map(([name, descriptor]) => ({
      name,
      in: "query",
      schema: this.#schemas.ofParameter(descriptor),
    }));
    const further = { pageable: paging, sort: paging.slice(2), nothing: [] }[search.takes];
    const found = searchResultContent(search, this.#collection, {
      registry: this.#context.registry,
      schemas: this.#schemas,
      documents: this.#documents,
    });
    return this.#operation(`search-${rel}-${search.rel}`, search.title ?? `Searches ${rel}: ${search.rel}`, {
      ...(search.description === undefined ? {} : { description: search.description }),
      parameters: [...own, ...further, ...(search.findsItems ? this.#projection(this.#collection) : [])],
      responses: {
        200: { description: "What was found", content: found },
        400: failure("BadRequest"),
        404: failure("NotFound"),
        ...readFailures,
      },
    });
  }

  #association(association: Association): PathItem {
    const { name, many, find, target } = association;
    const { itemRel } = this.#collection;
    const id = `${itemRel}-${name}`;
    const paged = find === undefined ? "list" : association.findOne === undefined ? "any" : "page";
    const found = many ? this.#documents.page(target, paged) : this.#documents.document(target, "alone");
    const read = {
      parameters: [...(find !== undefined && many ? paging : []), ...this.#projection(target)],
      responses: { 200: hal("What is referred to", found), 404: failure("NotFound"), ...readFailures },
    };
    const written = { 204: { description: "The association was changed" }, 404: failure("NotFound"), ...writeFailures };
    const verbs: Readonly<Record<string, string>> = {
      put: "Sets",
      post: "Adds to",
      patch: "Adds to",
      delete: "Removes",
    };
    const writes = associationMethods(association).filter((method) => method !== "GET" && method !== "HEAD")
      .map((method) => method.toLowerCase())
      .map((method) => [
        method,
        this.#operation(`${method}-${id}`, `${verbs[method]} ${name} of one of ${this.#collection.rel}`, {
          ...(method === "delete" ? {} : { requestBody: uriBody }),
          responses: written,
        }),
      ]);
    const summary = `Returns ${name} of one of ${this.#collection.rel}`;
    return {
      parameters: [idParameter(this.#collection)],
      get: this.#operation(`get-${id}`, summary, read),
      ...Object.fromEntries(writes),
    };
  }

  #binary(binary: Binary): PathItem {
    const { get, put, delete: remove } = binaryParts(binary, { conditions, failure, writeFailures });
    const { itemRel, rel, isReadable, writable } = this.#collection;
    const { name, nullable, readOnly } = binary.field;
    const operation = (method: string, verb: string, parts: JsonSchema) => ({
      [method]: this.#operation(`${method}-${itemRel}-${name}`, `${verb} ${name} of one of ${rel}`, parts),
    });
    const isWritable = writable.update && !readOnly;
    return {
      parameters: [idParameter(this.#collection)],
      ...(isReadable ? operation("get", "Returns", get) : {}),
      ...(isWritable ? operation("put", "Replaces", put) : {}),
      ...(isWritable && nullable ? operation("delete", "Removes", remove) : {}),
    };
  }

  /** One target of an association. */
  #target(association: Association): PathItem {
    const { name, target } = association;
    const { itemRel, rel } = this.#collection;
    const id = `one-of-${itemRel}-${name}`;
    const found = hal("The item", this.#documents.document(target, "alone"));
    const read = {
      parameters: this.#projection(target),
      responses: { 200: found, 404: failure("NotFound"), ...readFailures },
    };
    const removed = {
      responses: { 204: { description: "The association was changed" }, 404: failure("NotFound"), ...writeFailures },
    };
    return {
      parameters: [idParameter(this.#collection), idParameter(association.target, "target")],
      get: this.#operation(`get-${id}`, `Returns one of ${name} of one of ${rel}`, read),
      ...(targetMethods(association).includes("DELETE")
        ? { delete: this.#operation(`delete-${id}`, `Removes one of ${name} of one of ${rel}`, removed) }
        : {}),
    };
  }

  #alone(): JsonSchema {
    return this.#documents.document(this.#collection, "alone");
  }

  #body(kind: BodyKind, types: readonly string[]): JsonSchema {
    const schema = bodyReference(this.#collection, kind, this.#schemas);
    return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
  }

  #patchBody(): JsonSchema {
    const merge = { schema: bodyReference(this.#collection, "patch", this.#schemas) };
    return {
      required: true,
      content: {
        "application/merge-patch+json": merge,
        "application/json": merge,
        "application/json-patch+json": { schema: { $ref: "#/components/schemas/JsonPatch" } },
      },
    };
  }

  #versioned(response: JsonSchema): JsonSchema {
    if (this.#collection.version === undefined) return response;
    return { ...response, headers: { ETag: { description: "The item's version", schema: { type: "string" } } } };
  }

  #operation(operationId: string, summary: string, parts: JsonSchema): JsonSchema {
    const named = { operationId: this.#uniqueId(operationId), tags: [this.#collection.rel], summary };
    if (!this.#collection.access.isRuled) return { ...named, ...parts };
    return { ...named, ...parts, responses: { ...parts.responses as JsonSchema, ...refusals } };
  }

  #filters(): JsonSchema[] {
    return [...this.#collection.filters.values()].map(({ parameter: name, operator, descriptor, target }) => {
      const single = target === undefined || operator === "null" || operator === "empty"
        ? this.#schemas.ofParameter(descriptor)
        : { type: "string", format: "uri-reference" };
      return { name, in: "query", schema: operator === "in" ? { type: "array", items: single } : single };
    });
  }

  #cursors(): JsonSchema[] {
    if (!this.#collection.isPagedByKeys) return [];
    const { after, before, count } = this.#context.cursorNames;
    const cursor = (name: string, description: string) => ({
      name,
      in: "query",
      description,
      schema: { type: "string" },
    });
    return [
      cursor(after, "Cursor of the item before the page, from a link; empty for the first page"),
      cursor(before, "Cursor of the item behind the page, from a link; empty for the last page"),
      { name: count, in: "query", description: "Whether all items are counted", schema: { type: "boolean" } },
    ];
  }

  /** Makes names unique, as two exports of a class may have the same item relation. */
  #uniqueId(operationId: string): string {
    const taken = this.#taken;
    let id = operationId;
    for (let count = 2; taken.has(id); count++) id = `${operationId}-${count}`;
    taken.add(id);
    return id;
  }

  #projection({ projections }: ExportedCollection): JsonSchema[] {
    if (projections.size === 0) return [];
    return [{
      name: this.#context.rest.projectionParameter,
      in: "query",
      description: "Name of the view in which items are sent",
      schema: { type: "string", enum: [...projections.keys()] },
    }];
  }
}

const paging = ["page", "size", "sort"].map(parameter);
const conditions = ["ifMatch", "ifNoneMatch"].map(parameter);
const uriHeader = { schema: { type: "string", format: "uri-reference" } };
const uriBody = {
  required: true,
  content: { "text/uri-list": { schema: { type: "string", description: "URIs of items, one a line" } } },
};

function pagedAs({ isPaged, isPagedByKeys }: ExportedCollection): PagedAs {
  if (!isPaged) return "list";
  return isPagedByKeys ? "slice" : "page";
}

function parameter(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

function hal(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { "application/hal+json": { schema } } };
}

function failure(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

const readFailures: JsonSchema = { 406: failure("NotAcceptable") };

/** Responses of operations that not everybody may use. */
const refusals: JsonSchema = {
  401: { description: "The client must authenticate" },
  403: { description: "The principal may not do this" },
};

const writeFailures: JsonSchema = {
  400: failure("BadRequest"),
  409: failure("Conflict"),
  412: failure("PreconditionFailed"),
  415: failure("UnsupportedMediaType"),
  422: failure("UnprocessableContent"),
};
