import type { ExportedCollection } from "../export/exported_collection.ts";
import type { RestContext } from "../resources/rest_context.ts";
import { type JsonSchema, JsonSchemas } from "./json_schema.ts";
import { commonParameters, commonResponses, commonSchemas } from "./open_api_components.ts";
import { collectionPaths } from "./open_api_paths.ts";
import { collectionSchemas } from "./open_api_schemas.ts";

/**
 * Makes the OpenAPI 3.1 document of all exported collections.
 *
 * @param context configuration and collections
 * @param base what all URIs begin with: the document's server
 */
export function openApiDocument(context: RestContext, base: string): JsonSchema {
  const definitions = new Map<string, JsonSchema>(Object.entries(commonSchemas));
  const schemas = new JsonSchemas(context.registry, { prefix: "#/components/schemas/", definitions });
  const collections: readonly ExportedCollection[] = [...context.registry];
  for (const collection of collections) {
    for (const [name, schema] of Object.entries(collectionSchemas(collection, schemas))) definitions.set(name, schema);
  }
  const paths = collections.flatMap((collection) => Object.entries(collectionPaths(context, collection, schemas)));
  return {
    openapi: "3.1.0",
    info: { title: "Exported collections", version: "1" },
    servers: [{ url: base === "" ? "/" : base }],
    tags: collections.map(({ rel, options }) => ({
      name: rel,
      ...(options.description === undefined ? {} : { description: options.description }),
    })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(definitions),
      parameters: commonParameters(context),
      responses: commonResponses,
    },
  };
}
