import type { ErrorBehavior } from "../error_behavior.ts";
import { choice, flag, integer, list, milliseconds, path, type PropertyTable, subset } from "./property.ts";

const inspectionSections = [
  "unmappedFields",
  "unmappedRegistrations",
  "unmappedArguments",
  "fieldNullnessErrors",
  "argumentNullnessErrors",
  "skippedTypes",
  "mismatchedTypes",
  "unbatchedFields",
  "unreachableRegistrations",
  "unreadArguments",
  "deprecationsWithoutReason",
  "connectionsWithoutLimit",
] as const;

/** The GraphQL execution layer. */
export interface GraphQlProperties {
  /** Path of the endpoint. */
  readonly path: string;
  /** Glob patterns of schema files, relative to the application root, or absolute URLs. */
  readonly locations: readonly string[];
  /** File name extensions of schema files. */
  readonly fileExtensions: readonly string[];
  /** Maximum size of the cache of parsed and planned documents, in bytes. */
  readonly documentCacheBytes: number;
  /** Which rules decide the status of a response of type `application/graphql-response+json`. */
  readonly statusRules: "current" | "draft-2026" | "always-200";
  /**
   * Whether responses to operations that use deprecated fields or arguments have the headers `Deprecation`, `Sunset`
   * and `Link`.
   */
  readonly deprecationHeaders: boolean;
  /** Whether the schema is reloaded when one of its files changes. */
  readonly watchSchema: boolean;
  /** The effect of an error at a position of the response, if the request has no `onError`. */
  readonly onError: ErrorBehavior;
  /** Maximum number of operations in one HTTP request; 0 disables batching. */
  readonly maxBatchOperations: number;
  /** Maximum number of files of a request. */
  readonly maxUploadFiles: number;
  /** Maximum size of a file, in bytes. */
  readonly maxUploadFileBytes: number;
  /** Maximum size of the buffered part of files while a later file of the request is read, in bytes. */
  readonly maxUploadBufferBytes: number;
  /** Maximum number of concurrent requests with files; further ones are rejected with 503. */
  readonly maxConcurrentUploads: number;
  /**
   * Whether clients may refer to trusted documents by id instead of sending them; `"only"` rejects all other documents.
   */
  readonly trustedDocuments: "off" | "allow" | "only";
  /** Whether a client may register a document under its hash and later send only the hash. */
  readonly automaticPersistedQueries: boolean;
  /** Whether `GET <path>/schema` returns the schema. */
  readonly schemaEndpoint: boolean;
  /** Whether the GraphiQL page is served, if `graphiql()` is installed. */
  readonly graphiql: boolean;
  /** Path of the GraphiQL page. */
  readonly graphiqlPath: string;
  /** Whether clients may read the schema by introspection. */
  readonly introspection: boolean;
  /** Whether error messages suggest similar names ("Did you mean …"), which reveals names of the schema. */
  readonly suggestions: boolean;
  /** Maximum number of lexical tokens of a document; 0 means no limit. */
  readonly maxTokens: number;
  /** Maximum nesting depth of fields; 0 means no limit. */
  readonly maxDepth: number;
  /** Maximum number of aliases of an operation; 0 means no limit. */
  readonly maxAliases: number;
  /** Maximum number of directives of an operation; 0 means no limit. */
  readonly maxDirectives: number;
  /** Maximum number of root fields of an operation; 0 means no limit. */
  readonly maxRootFields: number;
  /** Maximum number of input values of an operation, in literals and at each use of a variable; 0 means no limit. */
  readonly maxInputValues: number;
  /** Maximum value of an argument that sizes a list, such as `first`; 0 means no limit. */
  readonly maxPageSize: number;
  /** Maximum cost of an operation: fields, multiplied by the sizes of the enclosing lists; 0 means no limit. */
  readonly maxCost: number;
  /** Maximum number of values of a result: fields of objects and items of lists; 0 means no limit. */
  readonly maxResultValues: number;
  /** Maximum size of a result as JSON, in bytes; 0 means no limit. */
  readonly maxResultBytes: number;
  /** Maximum time of an operation, or of one event of a subscription, in milliseconds; 0 means no limit. */
  readonly executionTimeoutMs: number;
  /** Length that the cost limit assumes for a list without a sizing argument. */
  readonly assumedListSize: number;
  /** Page size that the cost limit assumes if the client specifies none; 20 is the default of repositories. */
  readonly assumedPageSize: number;
  /** Names of the arguments and input fields that size a list. */
  readonly listSizeArguments: readonly string[];
  /** Maximum number of selections that validation compares, with fragments counted at each merge; 0 means no limit. */
  readonly maxValidationSteps: number;
  /** Maximum number of errors of a result; 0 means no limit. */
  readonly maxErrors: number;
  /** Maximum length of an error's message, in characters; 0 means no limit. */
  readonly maxErrorMessageLength: number;
  /** Maximum total length of all errors of a result as JSON, in characters; 0 means no limit. */
  readonly maxErrorCharacters: number;
  /** Whether the endpoint accepts WebSocket connections. */
  readonly webSocket: boolean;
  /** Maximum time until a client sends `connection_init`, in milliseconds. */
  readonly webSocketInitTimeoutMs: number;
  /** Idle time after which the server sends a `ping`, in milliseconds; 0 disables it. */
  readonly webSocketKeepAliveMs: number;
  /** Maximum number of WebSocket connections; further ones are rejected with 503. 0 means no limit. */
  readonly webSocketMaxConnections: number;
  /** Maximum number of WebSocket connections from one client address; 0 means no limit. */
  readonly webSocketMaxConnectionsPerAddress: number;
  /** Maximum number of concurrent operations on one connection. */
  readonly webSocketMaxOperations: number;
  /**
   * Maximum reconnect delay that a stopping service sends to its clients, in milliseconds; the delay of each client is
   * random.
   */
  readonly reconnectSpreadMs: number;
  /** Maximum number of buffered bytes for a client that reads slowly. */
  readonly sendBufferBytes: number;
  /** Time after which the connection of a full buffer is closed, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /**
   * Maximum number of open event streams and multipart responses; further ones are rejected with 503. 0 means no limit.
   */
  readonly maxStreams: number;
  /** Maximum number of event streams and multipart responses per client address; 0 means no limit. */
  readonly maxStreamsPerAddress: number;
  /** Whether the endpoint supports event streams (SSE). */
  readonly sse: boolean;
  /** Whether subscriptions are sent as `multipart/mixed` if the client accepts it. */
  readonly multipartSubscriptions: boolean;
  /** Idle time before a heartbeat in a multipart response of a subscription, in milliseconds; 0 disables it. */
  readonly multipartHeartbeatMs: number;
  /** Idle time before a keep-alive comment in an event stream, in milliseconds; 0 disables it. */
  readonly sseKeepAliveMs: number;
  /** Maximum duration of an event stream, in milliseconds; 0 means no limit. */
  readonly sseTimeoutMs: number;
  /** Maximum number of reserved event streams (single connection mode); 0 disables the mode. */
  readonly sseMaxReservations: number;
  /** Maximum number of reserved event streams per client address; 0 means no limit. */
  readonly sseMaxReservationsPerAddress: number;
  /** Maximum time until a client connects a reserved event stream, in milliseconds. */
  readonly sseReservationTimeoutMs: number;
  /** Whether `@defer` and `@stream` are available. */
  readonly incremental: boolean;
  /** Maximum number of events of one subscription that execute concurrently. */
  readonly maxConcurrentEvents: number;
  /** Maximum number of queued events of one subscription; one more ends the subscription with an error. */
  readonly maxQueuedEvents: number;
  /** Whether the schema is compared with its data fetchers at start-up; findings are logged. */
  readonly inspection: "log" | "off";
  /** Sections of the inspection whose findings fail start-up, for example `unmappedFields`. */
  readonly inspectionFailOn: readonly (typeof inspectionSections[number])[];
  /** Whether `/actuator/graphql` shows the inspection; in development it is always shown. */
  readonly inspectionEndpoint: boolean;
  /** Number of documents whose use by clients is counted, for `/actuator/graphql`; 0 disables counting. */
  readonly usageReport: number;
}

/** Definitions of {@linkcode GraphQlProperties}. */
export const graphQlProperties: PropertyTable<GraphQlProperties> = {
  path: path({ default: "/graphql", description: "Path of the GraphQL endpoint." }),
  locations: list({
    default: ["graphql/**"],
    description: "Glob patterns of schema files, below the application root.",
  }),
  fileExtensions: list({ default: [".graphqls", ".gqls"], description: "File name extensions of schema files." }),
  documentCacheBytes: integer({ default: 67_108_864, description: "Size of the cache of parsed documents, in bytes." }),
  statusRules: choice(["current", "draft-2026", "always-200"], {
    default: "current",
    description: "Rules for the status of `application/graphql-response+json`.",
  }),
  deprecationHeaders: flag({
    default: true,
    description: "Report used deprecated fields by the headers `Deprecation`, `Sunset` and `Link`.",
  }),
  watchSchema: flag({ default: false, description: "Reload the schema when one of its files changes." }),
  onError: choice(["PROPAGATE", "NULL", "HALT"], {
    default: "PROPAGATE",
    description: "The effect of an error at a position of the response, if the request has no `onError`.",
  }),
  maxBatchOperations: integer({ default: 0, description: "Maximum operations per HTTP request; 0: no batching." }),
  maxUploadFiles: integer({ default: 10, min: 1, description: "Maximum number of files of a request." }),
  maxUploadFileBytes: integer({ default: 10_485_760, min: 1, description: "Maximum size of a file, in bytes." }),
  maxUploadBufferBytes: integer({
    default: 1_048_576,
    description: "Maximum size of the buffered part of files while a later file is read, in bytes.",
  }),
  maxConcurrentUploads: integer({
    default: 50,
    min: 1,
    description: "Maximum number of concurrent requests with files.",
  }),
  trustedDocuments: choice(["off", "allow", "only"], {
    default: "off",
    description: "Whether clients may, or must, refer to trusted documents by id.",
  }),
  automaticPersistedQueries: flag({ default: false, description: "Let clients register documents by their hash." }),
  schemaEndpoint: flag({ default: false, development: true, description: "Serve the schema at `GET <path>/schema`." }),
  graphiql: flag({ default: false, development: true, description: "Serve the GraphiQL page." }),
  graphiqlPath: path({ default: "/graphiql", description: "Path of the GraphiQL page." }),
  introspection: flag({ default: true, description: "Let clients read the schema by introspection." }),
  suggestions: flag({ default: false, development: true, description: "Suggest similar names in errors." }),
  maxTokens: integer({ default: 15_000, description: "Maximum number of tokens of a document; 0: no limit." }),
  maxDepth: integer({ default: 20, description: "Maximum nesting depth of fields; 0: no limit." }),
  maxAliases: integer({ default: 100, description: "Maximum number of aliases; 0: no limit." }),
  maxDirectives: integer({ default: 100, description: "Maximum number of directives; 0: no limit." }),
  maxRootFields: integer({ default: 50, description: "Maximum number of root fields; 0: no limit." }),
  maxInputValues: integer({
    default: 50_000,
    description: "Maximum number of input values (literals, and variables at each use) of an operation; 0: no limit.",
  }),
  maxPageSize: integer({ default: 1_000, description: "Maximum of a list-sizing argument; 0: no limit." }),
  maxCost: integer({ default: 100_000, description: "Maximum cost of an operation; 0: no limit." }),
  maxResultValues: integer({
    default: 200_000,
    description: "Maximum number of values (fields and list items) of a result; 0: no limit.",
  }),
  maxResultBytes: integer({
    default: 4_194_304,
    description: "Maximum size of a result as JSON, in bytes; 0: no limit.",
  }),
  executionTimeoutMs: milliseconds({
    default: 30_000,
    development: 0,
    description: "Maximum time of an operation or of a subscription's event, in milliseconds; 0: no limit.",
  }),
  assumedListSize: integer({ default: 10, min: 1, description: "Assumed length of a list without a sizing argument." }),
  assumedPageSize: integer({ default: 20, min: 1, description: "Assumed page size if the client specifies none." }),
  listSizeArguments: list({
    default: ["first", "last", "limit", "size", "pageSize"],
    description: "Names of the arguments and input fields that size a list.",
  }),
  maxValidationSteps: integer({
    default: 50_000,
    description: "Maximum number of selections that validation compares; 0: no limit.",
  }),
  maxErrors: integer({ default: 100, description: "Maximum number of errors of a result; 0: no limit." }),
  maxErrorMessageLength: integer({
    default: 1_000,
    description: "Maximum length of an error's message, in characters; 0: no limit.",
  }),
  maxErrorCharacters: integer({
    default: 65_536,
    description: "Maximum total length of all errors of a result, in characters; 0: no limit.",
  }),
  webSocket: flag({ default: true, description: "Accept WebSocket connections." }),
  webSocketInitTimeoutMs: milliseconds({
    default: 60_000,
    min: 1,
    description: "Maximum time until a client sends `connection_init`, in milliseconds.",
  }),
  webSocketKeepAliveMs: milliseconds({ default: 30_000, description: "Idle time before a `ping`, in ms; 0: none." }),
  webSocketMaxConnections: integer({ default: 10_000, description: "Maximum WebSocket connections; 0: no limit." }),
  webSocketMaxConnectionsPerAddress: integer({
    default: 0,
    description: "Maximum number of WebSocket connections from one client address; 0: no limit.",
  }),
  webSocketMaxOperations: integer({
    default: 100,
    min: 1,
    description: "Maximum concurrent operations per connection.",
  }),
  reconnectSpreadMs: milliseconds({
    default: 5_000,
    description:
      "Maximum reconnect delay that a stopping service sends to clients, in milliseconds; each delay is random.",
  }),
  sendBufferBytes: integer({ default: 1_048_576, min: 1, description: "Maximum buffered bytes per client." }),
  slowReaderTimeoutMs: milliseconds({ default: 10_000, min: 1, description: "Time a buffer may stay full." }),
  maxStreams: integer({ default: 10_000, description: "Maximum number of open streams; 0: no limit." }),
  maxStreamsPerAddress: integer({ default: 0, description: "Maximum open streams per address; 0: no limit." }),
  sse: flag({ default: true, description: "Support event streams (SSE)." }),
  multipartSubscriptions: flag({
    default: true,
    description: "Send subscriptions as `multipart/mixed` if the client accepts it.",
  }),
  multipartHeartbeatMs: milliseconds({
    default: 5_000,
    description: "Idle time before a heartbeat in a multipart response with `subscriptionSpec=1.0`, in ms; 0: none.",
  }),
  sseKeepAliveMs: milliseconds({ default: 30_000, description: "Idle time before a comment, in ms; 0: none." }),
  sseTimeoutMs: milliseconds({ default: 0, description: "Maximum duration of a stream, in ms; 0: no limit." }),
  sseMaxReservations: integer({ default: 1_000, description: "Maximum reserved streams; 0: mode off." }),
  sseMaxReservationsPerAddress: integer({
    default: 0,
    description: "Maximum number of reserved event streams per client address; 0: no limit.",
  }),
  sseReservationTimeoutMs: milliseconds({
    default: 60_000,
    min: 1,
    description: "Maximum time until a client connects a reserved event stream, in ms.",
  }),
  incremental: flag({ default: false, description: "Offer `@defer` and `@stream`." }),
  maxConcurrentEvents: integer({ default: 16, min: 1, description: "Concurrent events per subscription." }),
  maxQueuedEvents: integer({
    default: 1_000,
    description: "Maximum number of queued events of a subscription; 0: no limit.",
  }),
  inspection: choice(["log", "off"], {
    default: "log",
    description: "Whether the schema is compared with its data fetchers at start-up.",
  }),
  inspectionFailOn: subset(inspectionSections, {
    default: [],
    description: "Sections of the inspection whose findings fail start-up.",
  }),
  inspectionEndpoint: flag({ default: false, description: "Show the inspection at `/actuator/graphql`." }),
  usageReport: integer({
    default: 0,
    development: 200,
    max: 10_000,
    description: "Number of documents whose use by clients `/actuator/graphql` shows; 0: none.",
  }),
};
