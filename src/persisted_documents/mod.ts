/**
 * Documents that clients name instead of sending them: versioned manifests, which the service may insist on, and a store
 * of automatically registered documents that all instances share.
 *
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { persistedDocuments } from "@espalier/espalier/persisted-documents";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String }");
 * const manifests = () => [{ name: "web-2", manifest: { greet: "{ __typename }" } }];
 * const container = createContainer(graphql({ schema: [schema] }), persistedDocuments({ manifests }));
 * await using app = await createApp(container, { properties: { graphql: { trustedDocuments: "only" } } });
 * const response = await app.fetch(new Request("http://localhost/graphql?documentId=greet"));
 * console.log(await response.json()); // { data: { __typename: "Query" } }
 * ```
 *
 * - Feature: {@linkcode persistedDocuments}. Versions of manifests: {@linkcode DocumentManifests}.
 * - Contracts: {@linkcode PersistedDocumentStore}, {@linkcode TrustedDocuments}; {@linkcode RedisDocumentStore} ships.
 *
 * Read on: `docs/transports.md` and `docs/schema-life.md` in the repository.
 *
 * @module
 */

export * from "./document_manifests.ts";
export { persistedDocuments, type PersistedDocumentsOptions } from "./feature.ts";
export { type RedisDocumentOptions, RedisDocumentStore } from "./redis_document_store.ts";
export { PersistedDocumentStore, TrustedDocuments } from "../graphql/mod.ts";
