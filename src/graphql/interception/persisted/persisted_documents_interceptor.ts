import { GraphQLError } from "../../../../deps.ts";
import type { EspalierProperties, MaybePromise } from "../../../kernel/mod.ts";
import type { ExecutionInput } from "../../execution/mod.ts";
import { ResponseStatusError } from "../../../http/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "../web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "../web_graphql_request.ts";
import { WebGraphQlResponse } from "../web_graphql_response.ts";
import { ClientNames } from "../client_names.ts";
import type { PersistedDocumentStore } from "./persisted_document_store.ts";
import { PersistedQueryCache } from "./persisted_query_cache.ts";
import { isTrusted } from "./trusted_request.ts";
import type { TrustedDocuments } from "./trusted_documents.ts";

/** The configuration of the documents that may be executed. */
export type PersistedDocumentsProperties = Pick<
  EspalierProperties["graphql"],
  "trustedDocuments" | "automaticPersistedQueries"
>;

/** The sources of documents. */
export interface PersistedDocumentSources {
  /** The documents of manifests, if any. */
  readonly trusted?: TrustedDocuments | undefined;
  /** Caches documents that clients register, in memory. */
  readonly cache?: PersistedQueryCache;
  /** Stores documents that clients register, for all instances. */
  readonly store?: PersistedDocumentStore | undefined;
}

interface PersistedReference {
  readonly id: string;
  /** The SHA-256 hash of automatic persisted queries. */
  readonly hash?: string;
}

/**
 * Finds the documents whose id or hash clients send instead of the text; the innermost interceptor of all transports.
 */
export class PersistedDocumentsInterceptor implements WebGraphQlInterceptor {
  readonly order: number = Number.MAX_SAFE_INTEGER;
  readonly #properties: PersistedDocumentsProperties;
  readonly #trusted: TrustedDocuments | undefined;
  readonly #cache: PersistedQueryCache;
  readonly #store: PersistedDocumentStore | undefined;
  readonly #clients = new ClientNames();

  /**
   * Creates the interceptor.
   *
   * @param properties the documents that may be executed
   * @param sources the sources of documents
   * @throws TypeError when `graphql.trustedDocuments` is on and no trusted documents are bound
   */
  constructor(properties: PersistedDocumentsProperties, sources: PersistedDocumentSources = {}) {
    const { trusted, cache = new PersistedQueryCache(), store } = sources;
    if (properties.trustedDocuments !== "off" && trusted === undefined) {
      throw new TypeError(
        `Cannot use property "graphql.trustedDocuments" as the container must bind TrustedDocuments: current value is "${properties.trustedDocuments}"`,
      );
    }
    this.#properties = properties;
    this.#trusted = properties.trustedDocuments === "off" ? undefined : trusted;
    this.#cache = cache;
    this.#store = store;
  }

  /** Replaces the id or hash of a document by its text. */
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    if (isTrusted(request.graphQlContext)) return next(request);
    const reference = referenceOf(request);
    if (reference !== undefined) return this.#resolve(reference, request, next);
    if (this.#properties.trustedDocuments !== "only") {
      return next(request.document === "" ? request.configureExecutionInput(requireDocument) : request);
    }
    return refused(request, "Cannot execute a document of the client's own as it must be a trusted one: send its id");
  }

  async #resolve(
    reference: PersistedReference,
    request: WebGraphQlRequest,
    next: WebGraphQlChain,
  ): Promise<WebGraphQlResponse> {
    const trusted = await this.#findTrusted(reference, request);
    if (trusted !== undefined) return await next(withDocument(request, trusted));
    if (this.#properties.trustedDocuments === "only") return notFound(request, reference);
    if (!this.#properties.automaticPersistedQueries) {
      return request.document === "" ? notOffered(request, reference) : await next(request);
    }
    return await this.#automatic(reference, request, next);
  }

  async #findTrusted({ id, hash }: PersistedReference, { headers }: WebGraphQlRequest): Promise<string | undefined> {
    if (this.#trusted === undefined) return undefined;
    const client = this.#clients.of(headers);
    const found = await this.#trusted.find(id, client);
    return found ?? (hash === undefined ? undefined : await this.#trusted.find(hash, client));
  }

  async #automatic(
    reference: PersistedReference,
    request: WebGraphQlRequest,
    next: WebGraphQlChain,
  ): Promise<WebGraphQlResponse> {
    const { hash } = reference;
    // Without trusted documents an id has no meaning: a document that was sent with it is executed.
    if (hash === undefined) return request.document === "" ? notFound(request, reference) : await next(request);
    if (request.document === "") {
      const known = this.#cache.get(hash) ?? await this.#stored(hash);
      return known === undefined ? notFound(request, reference) : await next(withDocument(request, known));
    }
    // Without this check a client could register its own document under another document's hash, and other clients
    // would execute it.
    if (await sha256(request.document) !== hash) {
      return refused(request, "Cannot register the document as its SHA-256 hash must equal the one that was sent");
    }
    this.#cache.set(hash, request.document);
    const response = await next(request);
    // Documents that can't be executed must not fill a store that all instances share.
    if (response.isDataPresent || response.stream !== undefined) await this.#store?.set(hash, request.document);
    return response;
  }

  async #stored(hash: string): Promise<string | undefined> {
    const text = await this.#store?.get(hash);
    // Other writers may have access to a shared store.
    if (text === undefined || await sha256(text) !== hash) return undefined;
    this.#cache.set(hash, text);
    return text;
  }
}

function referenceOf({ extensions }: WebGraphQlRequest): PersistedReference | undefined {
  if (typeof extensions.documentId === "string") return { id: extensions.documentId };
  const query = extensions.persistedQuery;
  if (typeof query !== "object" || query === null || !("sha256Hash" in query)) return undefined;
  const { sha256Hash: hash } = query;
  return typeof hash === "string" ? { id: `sha256:${hash}`, hash } : undefined;
}

// An interceptor of the application may have set the document from another kind of id.
function requireDocument(input: ExecutionInput): ExecutionInput {
  if (input.query !== "") return input;
  const message = 'Cannot find the document as "extensions.persistedQuery" must have its "sha256Hash", a string';
  throw new ResponseStatusError(400, message);
}

function withDocument(request: WebGraphQlRequest, query: string): WebGraphQlRequest {
  return request.configureExecutionInput((input) => input.transform({ query }));
}

function notFound(request: WebGraphQlRequest, { hash }: PersistedReference): WebGraphQlResponse {
  // Clients of automatic persisted queries expect exactly this message, and then send the document.
  if (hash !== undefined) return refused(request, "PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND");
  return refused(request, "Cannot execute the document as its id must be one of a trusted document");
}

function notOffered(request: WebGraphQlRequest, reference: PersistedReference): WebGraphQlResponse {
  if (reference.hash === undefined) return notFound(request, reference);
  // After this message the same clients always send the document.
  return refused(request, "PersistedQueryNotSupported", "PERSISTED_QUERY_NOT_SUPPORTED");
}

function refused(request: WebGraphQlRequest, message: string, code?: string): WebGraphQlResponse {
  const extensions = {
    classification: code === undefined ? "BAD_REQUEST" : message,
    ...(code === undefined ? {} : { code }),
  };
  return new WebGraphQlResponse(request.toExecutionInput(), { errors: [new GraphQLError(message, { extensions })] });
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
