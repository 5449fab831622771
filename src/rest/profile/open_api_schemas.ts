import { requiredNames, shownFields, writableFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { JsonSchema, JsonSchemas } from "./json_schema.ts";

/** The names of a collection's schemas. */
export interface SchemaNames {
  /** What an item is sent as. */
  readonly item: string;
  /** What clients send to create or replace an item. */
  readonly body: string;
  /** What a page of the collection is sent as. */
  readonly page: string;
}

/** Names a collection's schemas. */
export function schemaNames({ type }: ExportedCollection): SchemaNames {
  return { item: `${type.name}Item`, body: `${type.name}Body`, page: `${type.name}Page` };
}

/**
 * Makes the schemas of a collection's documents.
 *
 * @param collection the collection
 * @param schemas makes schemas of described types
 */
export function collectionSchemas(collection: ExportedCollection, schemas: JsonSchemas): Record<string, JsonSchema> {
  const names = schemaNames(collection);
  const shown = shownFields(collection);
  const { create, update, createByPut } = collection.writable;
  return {
    [names.item]: {
      type: "object",
      properties: { ...schemas.properties(collection, shown), _links: linksSchema },
      required: [...shown.filter(({ nullable }) => !nullable).map(({ name }) => name), "_links"],
    },
    ...(create || update || createByPut ? { [names.body]: bodySchema(collection, schemas) } : {}),
    [names.page]: {
      type: "object",
      properties: {
        _embedded: {
          type: "object",
          properties: { [collection.rel]: { type: "array", items: { $ref: `#/components/schemas/${names.item}` } } },
        },
        _links: linksSchema,
        page: { $ref: "#/components/schemas/Page" },
      },
      required: ["_embedded", "_links"],
    },
  };
}

function bodySchema(collection: ExportedCollection, schemas: JsonSchemas): JsonSchema {
  return {
    type: "object",
    properties: schemas.properties(collection, writableFields(collection)),
    required: requiredNames(collection),
  };
}

const linksSchema: JsonSchema = {
  type: "object",
  additionalProperties: {
    anyOf: [
      { $ref: "#/components/schemas/Link" },
      { type: "array", items: { $ref: "#/components/schemas/Link" } },
    ],
  },
};
