import type { CollectionRegistry } from "../export/collection_registry.ts";
import { documentFields, requiredNames } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { type JsonSchema, JsonSchemas } from "./json_schema.ts";

/**
 * Makes the JSON Schema of a collection's items.
 *
 * @param collection the collection
 * @param registry all collections
 * @param id the schema's own URI
 */
export function collectionSchema(collection: ExportedCollection, registry: CollectionRegistry, id: string): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const schemas = new JsonSchemas(registry, { prefix: "#/$defs/", definitions });
  const properties = schemas.properties(collection, documentFields(collection));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: id,
    title: collection.type.name,
    ...(collection.options.description === undefined ? {} : { description: collection.options.description }),
    type: "object",
    properties,
    required: requiredNames(collection),
    ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}
