import type { ServiceIdentifier } from "../../../../deps.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";

/**
 * Keeps the documents that clients registered under their hash, for all instances of a service. Each instance keeps those
 * that it needs in its own memory as well, where a store is asked for the others.
 */
export interface PersistedDocumentStore {
  /**
   * Finds a document.
   *
   * @param hash SHA-256 of the text, in hexadecimal
   * @returns `undefined` where the store has no such document or can't be reached: the client then sends the document
   */
  get(hash: string): MaybePromise<string | undefined>;
  /**
   * Keeps a document, if the store can be reached.
   *
   * @param hash SHA-256 of the text, in hexadecimal
   * @param text the document, which was executed
   */
  set(hash: string, text: string): MaybePromise<void>;
}

/** Identifier of the {@linkcode PersistedDocumentStore} bean; without one, each instance has its own memory alone. */
export const PersistedDocumentStore: ServiceIdentifier<PersistedDocumentStore> = token<PersistedDocumentStore>(
  "PersistedDocumentStore",
);
