import type { Association } from "../export/association.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Search } from "../export/search.ts";
import { associationMethods } from "../resources/association_methods.ts";
import type { RestContext } from "../resources/rest_context.ts";
import type { JsonSchema, JsonSchemas } from "./json_schema.ts";
import { schemaNames } from "./open_api_schemas.ts";

type PathItem = Record<string, unknown>;

/**
 * Describes the paths of one collection.
 *
 * @param context configuration and collections
 * @param collection the collection
 * @param schemas makes schemas of described types
 */
export function collectionPaths(
  context: RestContext,
  collection: ExportedCollection,
  schemas: JsonSchemas,
): Record<string, PathItem> {
  const { path, searches, associations } = collection;
  const paths: [string, PathItem][] = [
    [`/${path}`, listPath(context, collection)],
    [`/${path}/{id}`, itemPath(context, collection)],
    ...[...searches.values()].map((search): [string, PathItem] => [
      `/${path}/search/${search.path}`,
      { get: searchOperation(context, collection, { search, schemas }) },
    ]),
    ...[...associations.values()].map((association): [string, PathItem] => [
      `/${path}/{id}/${association.path}`,
      associationPath(collection, association),
    ]),
  ];
  return Object.fromEntries(paths.filter(([, item]) => Object.keys(item).some((key) => key !== "parameters")));
}

const idParameter = { name: "id", in: "path", required: true, schema: { type: "string" } };
const paging = ["page", "size", "sort"].map((name) => ({ $ref: `#/components/parameters/${name}` }));

function listPath(context: RestContext, collection: ExportedCollection): PathItem {
  const names = schemaNames(collection);
  const { rel, itemRel, isListable, isPaged, writable } = collection;
  const parameters = [...(isPaged ? paging : paging.slice(2)), ...projectionParameter(context, collection)];
  return {
    ...(isListable
      ? { get: operation(`get-${rel}`, collection, { parameters, responses: { 200: hal("The items", names.page) } }) }
      : {}),
    ...(writable.create
      ? {
        post: operation(`create-${itemRel}`, collection, {
          requestBody: body(names.body, ["application/json"]),
          responses: { 201: hal("The item was created", names.item), ...writeFailures },
        }),
      }
      : {}),
  };
}

function itemPath(context: RestContext, collection: ExportedCollection): PathItem {
  const { item, body: bodyName } = schemaNames(collection);
  const { itemRel, isReadable, writable } = collection;
  const changed = { 200: hal("The item was changed", item), 204: { description: "The item was changed" } };
  const put = { requestBody: body(bodyName, ["application/json"]), responses: { ...changed, ...writeFailures } };
  const patchTypes = ["application/merge-patch+json", "application/json-patch+json"];
  const patch = { requestBody: body(undefined, patchTypes), responses: { ...changed, ...writeFailures } };
  const parameters = projectionParameter(context, collection);
  const read = { parameters, responses: { 200: hal("The item", item), 404: failure("NotFound") } };
  const remove = {
    responses: { 200: hal("The item was deleted", item), 204: { description: "The item was deleted" } },
  };
  return {
    parameters: [idParameter],
    ...(isReadable ? { get: operation(`get-${itemRel}`, collection, read) } : {}),
    ...(writable.update || writable.createByPut ? { put: operation(`update-${itemRel}`, collection, put) } : {}),
    ...(writable.update ? { patch: operation(`patch-${itemRel}`, collection, patch) } : {}),
    ...(writable.delete ? { delete: operation(`delete-${itemRel}`, collection, remove) } : {}),
  };
}

function searchOperation(
  context: RestContext,
  collection: ExportedCollection,
  { search, schemas }: { search: Search; schemas: JsonSchemas },
): JsonSchema {
  const own = [...search.params].map(([name, descriptor]) => {
    const inner = descriptor.kind === "nullable" ? descriptor.inner : descriptor;
    const schema = inner.kind === "object" ? { type: "string", format: "uri-reference" } : schemas.of(inner);
    return { name, in: "query", schema };
  });
  const further = { pageable: paging, sort: paging.slice(2), nothing: [] }[search.takes];
  return operation(`search-${collection.rel}-${search.rel}`, collection, {
    ...(search.description === undefined ? {} : { description: search.description }),
    parameters: [...own, ...further, ...(search.findsItems ? projectionParameter(context, collection) : [])],
    responses: { 200: { description: "What was found" }, 400: failure("BadRequest"), 404: failure("NotFound") },
  });
}

function associationPath(collection: ExportedCollection, association: Association): PathItem {
  const { name, many, find, target } = association;
  const { page, item } = schemaNames(target);
  const id = `${collection.itemRel}-${name}`;
  const read = {
    ...(find !== undefined && many ? { parameters: paging } : {}),
    responses: { 200: hal("The targets", many ? page : item), 404: failure("NotFound") },
  };
  const written = { 204: { description: "The association was changed" }, ...writeFailures };
  const uris = { required: true, content: { "text/uri-list": { schema: { type: "string" } } } };
  const writes = associationMethods(association).filter((method) => method !== "GET" && method !== "HEAD")
    .map((method) => method.toLowerCase())
    .map((method) => [
      method,
      operation(`${method}-${id}`, collection, {
        ...(method === "delete" ? {} : { requestBody: uris }),
        responses: written,
      }),
    ]);
  return { parameters: [idParameter], get: operation(`get-${id}`, collection, read), ...Object.fromEntries(writes) };
}

function operation(operationId: string, { rel }: ExportedCollection, parts: JsonSchema): JsonSchema {
  return { operationId, tags: [rel], ...parts };
}

function hal(description: string, schema: string): JsonSchema {
  return { description, content: { "application/hal+json": { schema: { $ref: `#/components/schemas/${schema}` } } } };
}

function body(schema: string | undefined, types: readonly string[]): JsonSchema {
  const content = { schema: schema === undefined ? {} : { $ref: `#/components/schemas/${schema}` } };
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function failure(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

const writeFailures: JsonSchema = {
  400: failure("BadRequest"),
  409: failure("Conflict"),
  412: failure("PreconditionFailed"),
  415: failure("UnsupportedMediaType"),
  422: failure("UnprocessableContent"),
};

function projectionParameter(context: RestContext, { projections }: ExportedCollection): JsonSchema[] {
  if (projections.size === 0) return [];
  return [{
    name: context.rest.projectionParameter,
    in: "query",
    schema: { type: "string", enum: [...projections.keys()] },
  }];
}
