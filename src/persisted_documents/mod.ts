/**
 * Documents that clients name instead of sending them: versioned manifests, their use, and a store for all instances.
 *
 * @module
 */

export * from "./document_manifests.ts";
export { persistedDocuments, type PersistedDocumentsOptions } from "./feature.ts";
export { type RedisDocumentOptions, RedisDocumentStore } from "./redis_document_store.ts";
export { PersistedDocumentStore, TrustedDocuments } from "../graphql/mod.ts";
