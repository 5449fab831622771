/**
 * A client for GraphQL servers of any kind: over HTTP, event streams and WebSockets, with decoding, interceptors and
 * streams that resume.
 *
 * ```ts
 * import { GraphQlClient } from "@espalier/espalier/client";
 * import { t } from "@espalier/espalier";
 *
 * const answer = () => Response.json({ data: { book: { title: "Emma" } } });
 * await using client = GraphQlClient.http({ url: "http://localhost/graphql", fetch: answer });
 * const title = await client.document("{ book { title } }").retrieve("book.title").toEntity(t.string);
 * console.log(title); // "Emma"
 * ```
 *
 * - {@linkcode GraphQlClient} makes requests; {@linkcode GraphQlClientRequest} has `retrieve`, `execute` and
 *   subscriptions.
 * - {@linkcode DocumentSource} finds documents by name; {@linkcode GraphQlOperation} is a document with types, as the
 *   command `@espalier/espalier/types` writes them.
 * - {@linkcode GraphQlClientInterceptor} intercepts each request; {@linkcode GraphQlTransport} is the interface to
 * implement for another
 *   protocol.
 * - Errors: {@linkcode FieldAccessError}, {@linkcode GraphQlTransportError}, {@linkcode SubscriptionError}.
 *
 * Read on: `docs/client.md` in the repository.
 *
 * @module
 */

// The client and its requests.
export {
  type ClientGraphQlRequest,
  type DocumentSource,
  GraphQlClient,
  type GraphQlClientChain,
  type GraphQlClientOptions,
  GraphQlClientRequest,
  type GraphQlOperation,
  GraphQlRequestBuilder,
  type GraphQlRequestDefaults,
  type OperationKind,
  ResourceDocumentSource,
  type ResourceDocumentSourceOptions,
  type Retrieval,
  type SubscriptionRetrieval,
  type VariablesArgument,
} from "./mod.ts";

// Responses and errors.
export {
  ClientGraphQlResponse,
  ClientResponseField,
  decode,
  type Decoder,
  type ErrorBehavior,
  FieldAccessError,
  GraphQlClientError,
  type GraphQlResponseBody,
  GraphQlTransportError,
  type ResponseError,
  SubscriptionError,
} from "./mod.ts";

// Interceptors.
export { type GraphQlClientInterceptor, type GraphQlClientNext, type GraphQlClientSubscriptionNext } from "./mod.ts";

// Transports.
export {
  EventStreamGraphQlTransport,
  type Fetch,
  type GraphQlTransport,
  HttpGraphQlTransport,
  type HttpGraphQlTransportOptions,
  type ResumeOptions,
  WebSocketGraphQlTransport,
  type WebSocketGraphQlTransportOptions,
} from "./mod.ts";
