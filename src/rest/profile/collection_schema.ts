import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { bodyKinds, bodySchema } from "./body_schemas.ts";
import { DocumentSchemas } from "./document_schemas.ts";
import { JsonSchemas } from "./json_schema.ts";
import { type JsonSchema, SchemaDefinitions } from "./schema_definitions.ts";

/**
 * Creates the JSON Schema of a collection's items in responses. Request bodies have their own schemas,
 * below `$defs`: `create`, `replace` and `patch`.
 *
 * @param collection the collection
 * @param registry all collections
 * @param id the schema's own URI
 */
export function collectionSchema(collection: ExportedCollection, registry: CollectionRegistry, id: string): JsonSchema {
  const definitions = new SchemaDefinitions("#/$defs/");
  const schemas = new JsonSchemas(registry, definitions);
  const documents = new DocumentSchemas(schemas, registry);
  const { projections, options: { description }, type } = collection;
  const own = projections.size === 0 ? documents.itemSchema(collection) : documents.document(collection, "alone");
  for (const kind of bodyKinds(collection)) {
    definitions.reference(bodies, kind, () => bodySchema(collection, kind, schemas));
  }
  const named = definitions.toObject();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: id,
    title: type.name,
    ...(description === undefined ? {} : { description }),
    ...own,
    ...(Object.keys(named).length === 0 ? {} : { $defs: named }),
  };
}

/** What the names of bodies belong to, among the names of classes. */
const bodies = {};
