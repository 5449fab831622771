import type { ExportedCollection } from "../export/exported_collection.ts";
import type { SecurityScheme } from "../../http/mod.ts";
import type { RestContext } from "../resources/rest_context.ts";
import { DocumentSchemas } from "./document_schemas.ts";
import { JsonSchemas } from "./json_schema.ts";
import { commonParameters, commonResponses, commonSchemas } from "./open_api_components.ts";
import { CollectionPaths } from "./open_api_paths.ts";
import { type JsonSchema, SchemaDefinitions } from "./schema_definitions.ts";

/**
 * Makes the OpenAPI 3.1 document of all exported collections.
 *
 * @param context configuration and collections
 * @param base the prefix of all URIs: the document's server
 */
export function openApiDocument(context: RestContext, base: string): JsonSchema {
  const definitions = new SchemaDefinitions("#/components/schemas/");
  for (const [name, schema] of Object.entries(commonSchemas)) definitions.reference(commonSchemas, name, () => schema);
  const schemas = new JsonSchemas(context.registry, definitions);
  const documents = new DocumentSchemas(schemas, context.registry);
  const collections: readonly ExportedCollection[] = [...context.registry];
  const taken = new Set<string>();
  const paths = collections.flatMap((collection) =>
    Object.entries(new CollectionPaths({ context, collection, schemas, documents, taken }).paths())
  );
  return {
    openapi: "3.1.0",
    info: { title: "Exported collections", version: "1" },
    servers: [{ url: base === "" ? "/" : base }],
    ...securityOf(context.securitySchemes),
    tags: collections.map(({ rel, options }) => ({
      name: rel,
      ...(options.description === undefined ? {} : { description: options.description }),
    })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: definitions.toObject(),
      parameters: commonParameters(context),
      responses: commonResponses,
      ...(context.securitySchemes.length === 0 ? {} : {
        securitySchemes: Object.fromEntries(context.securitySchemes.map(({ name, scheme }) => [name, scheme])),
      }),
    },
  };
}

/** Clients use any one of the schemes; one that is not required lets them use none. */
function securityOf(schemes: readonly SecurityScheme[]): JsonSchema {
  if (schemes.length === 0) return {};
  const all = schemes.map(({ name, scopes = [] }) => ({ [name]: scopes }));
  return { security: schemes.some(({ required }) => required === false) ? [...all, {}] : all };
}
