/**
 * A subgraph of Apollo Federation 2: entities that a gateway requests by their keys, the schema for composition, and
 * traces for gateways.
 *
 * ```ts
 * import { controller, createApp, createContainer, graphql, param, Resource, t } from "@espalier/espalier";
 * import { EntityMapping, federation } from "@espalier/espalier/federation";
 *
 * class ReviewsController {
 *   @EntityMapping({ params: [param.argument("id", t.id)] })
 *   book(id: string) {
 *     return { id, stars: 5 };
 *   }
 * }
 * const schema = Resource.text(
 *   "reviews",
 *   `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
 *   type Book @key(fields: "id") { id: ID! stars: Int }`,
 * );
 * await using app = await createApp(
 *   createContainer(graphql({ schema: [schema] }), federation(), controller(ReviewsController)),
 * );
 * const response = await app.fetch(
 *   new Request("http://localhost/graphql", {
 *     method: "POST",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({
 *       query: "query ($of: [_Any!]!) { _entities(representations: $of) { ... on Book { stars } } }",
 *       variables: { of: [{ __typename: "Book", id: "1" }] },
 *     }),
 *   }),
 * );
 * console.log(await response.json()); // { data: { _entities: [{ stars: 5 }] } }
 * ```
 *
 * - Feature: {@linkcode federation}. Entities: {@linkcode EntityMapping}.
 * - {@linkcode composeSubgraphs} composes a supergraph in a test; the command is
 * `@espalier/espalier/federation/compose`.
 *
 * Read on: `docs/federation.md` in the repository.
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
