/**
 * What a schema imports of the federation specification, for tools that read schema files.
 *
 * @module
 */

export { addFederationDefinitions } from "./federation/federation_definitions.ts";
