/**
 * Trusted operations for clients that do not speak GraphQL: resources with an OpenAPI document, and tools of the Model
 * Context Protocol.
 *
 * @module
 */

export { operations, type OperationsOptions } from "./feature.ts";
export type { JsonSchema } from "./schemas/json_schema.ts";
export type { ScalarSchemas } from "./schemas/type_schemas.ts";
