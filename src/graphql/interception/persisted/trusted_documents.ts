import type { ServiceIdentifier } from "../../../../deps.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";

/** The documents that were extracted from a service's clients at build time, by id. */
export interface TrustedDocuments {
  /**
   * Finds a document.
   *
   * @param id the id that the client sends instead of the document
   * @param client the client's name, for usage reports
   * @returns the document's text, or `undefined` when the id is not known
   */
  find(id: string, client?: string): MaybePromise<string | undefined>;
  /**
   * Lists all documents, for preparation at start-up; absent if that is not possible.
   *
   * @returns the texts by their ids
   */
  list?(): MaybePromise<ReadonlyMap<string, string>>;
}

/** Identifier of the {@linkcode TrustedDocuments} bean. */
export const TrustedDocuments: ServiceIdentifier<TrustedDocuments> = token<TrustedDocuments>("TrustedDocuments");

/**
 * Creates trusted documents from a manifest, as client tools write it.
 *
 * @param manifest a map from id to document (Relay, GraphQL Code Generator), or an Apollo manifest with `operations`
 * @throws TypeError naming what is not as it must be
 *
 * @example
 * ```ts
 * import { trustedDocuments } from "@espalier/espalier/graphql";
 *
 * const documents = trustedDocuments({ "sha256:1": "{ greeting }" });
 * console.log(await documents.find("sha256:1")); // "{ greeting }"
 * ```
 */
export function trustedDocuments(manifest: unknown): TrustedDocuments {
  const documents = manifestDocuments(manifest);
  return { find: (id) => documents.get(id), list: () => documents };
}

/**
 * Reads the documents of a manifest, by their ids.
 *
 * @param manifest a map from id to document (Relay, GraphQL Code Generator), or an Apollo manifest with `operations`
 * @throws TypeError naming what is not as it must be
 *
 * @example
 * ```ts
 * import { manifestDocuments } from "./trusted_documents.ts";
 *
 * const operations = [{ id: "1", name: "Greet", type: "query", body: "query Greet { greeting }" }];
 * console.log(manifestDocuments({ format: "apollo-persisted-query-manifest", version: 1, operations }).get("1"));
 * ```
 */
export function manifestDocuments(manifest: unknown): ReadonlyMap<string, string> {
  return new Map(entriesOf(manifest));
}

/** The format and version of Apollo's manifests; other versions may have another meaning. */
const apolloFormat = { format: "apollo-persisted-query-manifest", version: 1 };

function entriesOf(manifest: unknown): [string, string][] {
  if (!isRecord(manifest)) throw invalid("a JSON object", manifest);
  const { format, version } = manifest;
  if (Array.isArray(manifest.operations) && format !== undefined) {
    if (format !== apolloFormat.format) throw invalid(`format "${apolloFormat.format}"`, format);
    if (version !== undefined && version !== apolloFormat.version) {
      throw invalid(`version ${apolloFormat.version}`, version);
    }
  }
  if (!Array.isArray(manifest.operations)) return Object.entries(manifest).map(([id, text]) => [id, textOf(id, text)]);
  return manifest.operations.map((operation: unknown) => {
    if (!isRecord(operation) || typeof operation.id !== "string") throw invalid("operations with ids", operation);
    return [operation.id, textOf(operation.id, operation.body)];
  });
}

function textOf(id: string, text: unknown): string {
  if (typeof text !== "string") throw invalid(`a text for document "${id}"`, text);
  return text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(needed: string, value: unknown): TypeError {
  const shown = (JSON.stringify(value) ?? String(value)).slice(0, 100);
  return new TypeError(
    `Cannot read the manifest of trusted documents as it must have ${needed}: current value is ${shown}`,
  );
}
