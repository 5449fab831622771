import type { ServiceIdentifier } from "../../../../deps.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";

/**
 * Stores the documents that clients registered under their hash, for all instances of a service. Each instance also
 * caches the documents that it uses in memory, and queries the store for others.
 */
export interface PersistedDocumentStore {
  /**
   * Finds a document.
   *
   * @param hash SHA-256 of the text, in hexadecimal
   * @returns `undefined` if the store has no such document or can't be reached: the client then sends the document
   */
  get(hash: string): MaybePromise<string | undefined>;
  /**
   * Stores a document, if the store can be reached.
   *
   * @param hash SHA-256 of the text, in hexadecimal
   * @param text the document, which was executed
   */
  set(hash: string, text: string): MaybePromise<void>;
}

/** Identifier of the {@linkcode PersistedDocumentStore} bean; without one, each instance uses its memory only. */
export const PersistedDocumentStore: ServiceIdentifier<PersistedDocumentStore> = token<PersistedDocumentStore>(
  "PersistedDocumentStore",
);
