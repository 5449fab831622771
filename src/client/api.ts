/**
 * A GraphQL client over HTTP, WebSocket and event streams.
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
