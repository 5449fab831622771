import { Page, Slice } from "../../data/mod.ts";
import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Search } from "../export/search.ts";
import type { DocumentSchemas, PagedAs } from "./document_schemas.ts";
import type { JsonSchemas } from "./json_schema.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/** Options of {@linkcode searchResultContent}. */
export interface SearchResultSchemas {
  readonly registry: CollectionRegistry;
  readonly schemas: JsonSchemas;
  readonly documents: DocumentSchemas;
}

/**
 * Describes the response of a search by media type: items are HAL documents, other values plain JSON.
 *
 * @param search the search
 * @param collection the collection that is searched
 * @param options the schemas
 */
export function searchResultContent(
  { returns }: Search,
  collection: ExportedCollection,
  options: SearchResultSchemas,
): JsonSchema {
  switch (returns) {
    case "number":
      return json({ type: "integer", minimum: 0 });
    case "boolean":
      return json({ type: "boolean" });
    case "page":
    case "slice":
    case "list":
      return hal(options.documents.page(collection, returns));
    case "one":
      return hal(options.documents.document(collection, "alone"));
    case undefined:
      return unknownResult(collection, options);
    default:
      return describedResult(returns, options);
  }
}

/** The content of a custom method without a described result. */
function unknownResult(collection: ExportedCollection, { documents }: SearchResultSchemas): JsonSchema {
  const found = { anyOf: [documents.page(collection, "any"), documents.document(collection, "alone")] };
  return { ...hal(found), ...json({}) };
}

function describedResult(descriptor: AnyDescriptor, options: SearchResultSchemas): JsonSchema {
  const { registry, documents, schemas } = options;
  if (descriptor.kind === "nullable") return describedResult(descriptor.inner, options);
  const target = registry.linkedFrom(descriptor);
  if (target === undefined) return json(schemas.of(descriptor, "document"));
  if (descriptor.kind === "object") return hal(documents.document(target, "alone"));
  return hal(documents.page(target, pagedAs(descriptor)));
}

function pagedAs(descriptor: AnyDescriptor): PagedAs {
  if (descriptor.kind !== "container") return "list";
  const type: unknown = descriptor.type();
  if (type === Page) return "page";
  return type === Slice ? "slice" : "list";
}

function hal(schema: JsonSchema): JsonSchema {
  return { "application/hal+json": { schema } };
}

function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}
