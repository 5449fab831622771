/**
 * A subgraph of Apollo Federation 2: entities, their keys, and the schema for composition.
 *
 * @module
 */

export { type DescribedEntityMappingOptions, EntityMapping, type EntityMappingOptions } from "./entity_mapping.ts";
export {
  type ComposedSubgraph,
  composeSubgraphs,
  CompositionError,
  type CompositionProblem,
  type Supergraph,
} from "./composition.ts";
export { representations, required, requiredOfEach } from "./entity_parameters.ts";
export { federation, type FederationOptions, type OtherSubgraph } from "./feature.ts";
export { FederationSchemaFactory, type FederationSchemaFactoryParts } from "./federation_schema_factory.ts";
export type { Representation } from "./request_entities.ts";
export {
  type EntityMappings,
  entityMappings,
  type EntityParameter,
  type EntityResult,
} from "./typed_entity_mapping.ts";
