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
  /** Glob patterns below the application root (or absolute URLs) where schema files lie. */
  readonly locations: readonly string[];
  /** Endings of schema files. */
  readonly fileExtensions: readonly string[];
  /** How many bytes of documents are kept parsed and planned. */
  readonly documentCacheBytes: number;
  /** Which rules decide the status of a response of type `application/graphql-response+json`. */
  readonly statusRules: "current" | "draft-2026" | "always-200";
  /** Whether responses of operations that use something deprecated have the headers `Deprecation`, `Sunset` and `Link`. */
  readonly deprecationHeaders: boolean;
  /** Whether the schema is read again when one of its files changes. */
  readonly watchSchema: boolean;
  /** What becomes of a position of a response that fails where the request's `onError` does not say. */
  readonly onError: ErrorBehavior;
  /** Most operations of one HTTP request; 0 switches batching off. */
  readonly maxBatchOperations: number;
  /** Maximum number of files of a request. */
  readonly maxUploadFiles: number;
  /** Maximum size of a file, in bytes. */
  readonly maxUploadFileBytes: number;
  /** Maximum size of what is kept of files while a file behind them is opened, in bytes. */
  readonly maxUploadBufferBytes: number;
  /** Maximum number of requests with files at the same time; further ones are refused with 503. */
  readonly maxConcurrentUploads: number;
  /** Whether clients may name trusted documents instead of sending them, or may do nothing else. */
  readonly trustedDocuments: "off" | "allow" | "only";
  /** Whether a client may register a document under its hash and later send the hash alone. */
  readonly automaticPersistedQueries: boolean;
  /** Whether `GET <path>/schema` answers with the schema. */
  readonly schemaEndpoint: boolean;
  /** Whether the GraphiQL page is served, where its feature is loaded. */
  readonly graphiql: boolean;
  /** Path of the GraphiQL page. */
  readonly graphiqlPath: string;
  /** Whether clients may read the schema by introspection. */
  readonly introspection: boolean;
  /** Whether error messages guess what the client meant ("Did you mean …"), which tells it names of the schema. */
  readonly suggestions: boolean;
  /** Most lexical tokens of a document; 0 means no limit. */
  readonly maxTokens: number;
  /** Deepest nesting of fields; 0 means no limit. */
  readonly maxDepth: number;
  /** Most aliases of an operation; 0 means no limit. */
  readonly maxAliases: number;
  /** Most directives of an operation; 0 means no limit. */
  readonly maxDirectives: number;
  /** Most root fields of an operation; 0 means no limit. */
  readonly maxRootFields: number;
  /** Maximum number of input values of an operation, in literals and at each use of a variable; 0 means no limit. */
  readonly maxInputValues: number;
  /** Largest value of an argument that sizes a list, such as `first`; 0 means no limit. */
  readonly maxPageSize: number;
  /** Highest cost of an operation: fields, multiplied by the sizes of the lists around them; 0 means no limit. */
  readonly maxCost: number;
  /** Maximum number of values of a result: fields of objects and items of lists; 0 means no limit. */
  readonly maxResultValues: number;
  /** Maximum size of a result as JSON, in bytes; 0 means no limit. */
  readonly maxResultBytes: number;
  /** Maximum time of an operation, or of one event of a subscription, in milliseconds; 0 means no limit. */
  readonly executionTimeoutMs: number;
  /** Length that the cost limit assumes of a list that no argument sizes. */
  readonly assumedListSize: number;
  /** Page size that the cost limit assumes where a client gives none; 20 is what repositories read then. */
  readonly assumedPageSize: number;
  /** Names of the arguments and input fields that size a list. */
  readonly listSizeArguments: readonly string[];
  /** Most selections that validation compares, fragments counted wherever they are merged; 0 means no limit. */
  readonly maxValidationSteps: number;
  /** Most errors of a result; 0 means no limit. */
  readonly maxErrors: number;
  /** Most characters of an error's message; 0 means no limit. */
  readonly maxErrorMessageLength: number;
  /** Most characters of all errors of a result, as JSON; 0 means no limit. */
  readonly maxErrorCharacters: number;
  /** Whether the endpoint takes WebSocket connections. */
  readonly webSocket: boolean;
  /** How long a client may take to send `connection_init`, in milliseconds. */
  readonly webSocketInitTimeoutMs: number;
  /** Silence after which the server sends a `ping`, in milliseconds; 0 sends none. */
  readonly webSocketKeepAliveMs: number;
  /** Maximum number of WebSocket connections; further ones are refused with 503. 0 is no limit. */
  readonly webSocketMaxConnections: number;
  /** Maximum number of WebSocket connections from one client address; 0 is no limit. */
  readonly webSocketMaxConnectionsPerAddress: number;
  /** Most operations that run at the same time on one connection. */
  readonly webSocketMaxOperations: number;
  /** Maximum time after which clients of a stopping service are told to connect again, in milliseconds; each gets a random one. */
  readonly reconnectSpreadMs: number;
  /** Bytes that may wait for a client that reads slowly. */
  readonly sendBufferBytes: number;
  /** How long a full buffer may stay full before the connection is closed, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Maximum number of open event streams and multipart responses; further ones are refused with 503. 0 is no limit. */
  readonly maxStreams: number;
  /** Maximum number of them for one client address; 0 is no limit. */
  readonly maxStreamsPerAddress: number;
  /** Whether the endpoint answers with event streams. */
  readonly sse: boolean;
  /** Whether subscriptions are answered with `multipart/mixed`, where the client accepts it. */
  readonly multipartSubscriptions: boolean;
  /** Silence before a heartbeat in a multipart response of a subscription, in milliseconds; 0 sends none. */
  readonly multipartHeartbeatMs: number;
  /** Silence after which an event stream carries a comment, in milliseconds; 0 sends none. */
  readonly sseKeepAliveMs: number;
  /** Longest life of an event stream, in milliseconds; 0 means no limit. */
  readonly sseTimeoutMs: number;
  /** Most event streams that are reserved at the same time (single connection mode); 0 switches the mode off. */
  readonly sseMaxReservations: number;
  /** Maximum number of event streams that one client address has reserved; 0 is no limit. */
  readonly sseMaxReservationsPerAddress: number;
  /** How long a client may take to connect a reserved event stream, in milliseconds. */
  readonly sseReservationTimeoutMs: number;
  /** Whether `@defer` and `@stream` are available. */
  readonly incremental: boolean;
  /** Most events of one subscription that execute at the same time. */
  readonly maxConcurrentEvents: number;
  /** Most events of one subscription that wait for its client; with one more the subscription ends with an error. */
  readonly maxQueuedEvents: number;
  /** Whether the schema is compared with the code behind it at start-up; what is found is logged. */
  readonly inspection: "log" | "off";
  /** Sections of the inspection whose findings fail start-up, for example `unmappedFields`. */
  readonly inspectionFailOn: readonly (typeof inspectionSections[number])[];
  /** Whether `/actuator/graphql` shows the inspection; in development it always does. */
  readonly inspectionEndpoint: boolean;
  /** Number of documents whose use by clients is counted, for `/actuator/graphql`; 0 counts nothing. */
  readonly usageReport: number;
}

/** Definitions of {@linkcode GraphQlProperties}. */
export const graphQlProperties: PropertyTable<GraphQlProperties> = {
  path: path({ default: "/graphql", description: "Path of the GraphQL endpoint." }),
  locations: list({ default: ["graphql/**"], description: "Where schema files lie, below the application root." }),
  fileExtensions: list({ default: [".graphqls", ".gqls"], description: "Endings of schema files." }),
  documentCacheBytes: integer({ default: 67_108_864, description: "Bytes of documents kept parsed and planned." }),
  statusRules: choice(["current", "draft-2026", "always-200"], {
    default: "current",
    description: "Rules for the status of `application/graphql-response+json`.",
  }),
  deprecationHeaders: flag({
    default: true,
    description: "Tell clients by `Deprecation`, `Sunset` and `Link` headers of what they use that is deprecated.",
  }),
  watchSchema: flag({ default: false, description: "Read the schema again when one of its files changes." }),
  onError: choice(["PROPAGATE", "NULL", "HALT"], {
    default: "PROPAGATE",
    description: "What becomes of a position of a response that fails where the request's `onError` does not say.",
  }),
  maxBatchOperations: integer({ default: 0, description: "Most operations of one HTTP request; 0: no batching." }),
  maxUploadFiles: integer({ default: 10, min: 1, description: "Maximum number of files of a request." }),
  maxUploadFileBytes: integer({ default: 10_485_760, min: 1, description: "Maximum size of a file, in bytes." }),
  maxUploadBufferBytes: integer({
    default: 1_048_576,
    description: "Maximum size of what is kept of files while a file behind them is opened, in bytes.",
  }),
  maxConcurrentUploads: integer({
    default: 50,
    min: 1,
    description: "Maximum number of requests with files at the same time.",
  }),
  trustedDocuments: choice(["off", "allow", "only"], {
    default: "off",
    description: "Whether clients may, or must, name trusted documents.",
  }),
  automaticPersistedQueries: flag({ default: false, description: "Let clients register documents by their hash." }),
  schemaEndpoint: flag({ default: false, development: true, description: "Answer `GET <path>/schema`." }),
  graphiql: flag({ default: false, development: true, description: "Serve the GraphiQL page." }),
  graphiqlPath: path({ default: "/graphiql", description: "Path of the GraphiQL page." }),
  introspection: flag({ default: true, description: "Let clients read the schema by introspection." }),
  suggestions: flag({ default: false, development: true, description: "Guess what the client meant in errors." }),
  maxTokens: integer({ default: 15_000, description: "Most lexical tokens of a document; 0: no limit." }),
  maxDepth: integer({ default: 20, description: "Deepest nesting of fields; 0: no limit." }),
  maxAliases: integer({ default: 100, description: "Most aliases of an operation; 0: no limit." }),
  maxDirectives: integer({ default: 100, description: "Most directives of an operation; 0: no limit." }),
  maxRootFields: integer({ default: 50, description: "Most root fields of an operation; 0: no limit." }),
  maxInputValues: integer({
    default: 50_000,
    description: "Maximum number of input values (literals, and variables at each use) of an operation; 0: no limit.",
  }),
  maxPageSize: integer({ default: 1_000, description: "Largest value of a list-sizing argument; 0: no limit." }),
  maxCost: integer({ default: 100_000, description: "Highest cost of an operation; 0: no limit." }),
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
  assumedListSize: integer({ default: 10, min: 1, description: "Assumed length of a list that no argument sizes." }),
  assumedPageSize: integer({ default: 20, min: 1, description: "Assumed page size where a client gives none." }),
  listSizeArguments: list({
    default: ["first", "last", "limit", "size", "pageSize"],
    description: "Names of the arguments and input fields that size a list.",
  }),
  maxValidationSteps: integer({
    default: 50_000,
    description: "Most selections that validation compares; 0: no limit.",
  }),
  maxErrors: integer({ default: 100, description: "Most errors of a result; 0: no limit." }),
  maxErrorMessageLength: integer({
    default: 1_000,
    description: "Most characters of an error's message; 0: no limit.",
  }),
  maxErrorCharacters: integer({
    default: 65_536,
    description: "Most characters of all errors of a result; 0: no limit.",
  }),
  webSocket: flag({ default: true, description: "Take WebSocket connections." }),
  webSocketInitTimeoutMs: milliseconds({
    default: 60_000,
    min: 1,
    description: "Time for `connection_init`, in milliseconds.",
  }),
  webSocketKeepAliveMs: milliseconds({ default: 30_000, description: "Silence before a `ping`, in ms; 0: none." }),
  webSocketMaxConnections: integer({ default: 10_000, description: "Most WebSocket connections; 0: no limit." }),
  webSocketMaxConnectionsPerAddress: integer({
    default: 0,
    description: "Most WebSocket connections from one client address; 0: no limit.",
  }),
  webSocketMaxOperations: integer({ default: 100, min: 1, description: "Most operations at once on a connection." }),
  reconnectSpreadMs: milliseconds({
    default: 5_000,
    description:
      "Maximum time until clients of a stopping service connect again, in milliseconds; each gets a random one.",
  }),
  sendBufferBytes: integer({ default: 1_048_576, min: 1, description: "Bytes that may wait for a slow client." }),
  slowReaderTimeoutMs: milliseconds({ default: 10_000, min: 1, description: "Time that a full buffer may stay full." }),
  maxStreams: integer({ default: 10_000, description: "Most event streams and multipart responses; 0: no limit." }),
  maxStreamsPerAddress: integer({ default: 0, description: "Most of them for one client address; 0: no limit." }),
  sse: flag({ default: true, description: "Answer with event streams." }),
  multipartSubscriptions: flag({
    default: true,
    description: "Answer subscriptions with `multipart/mixed`, where the client accepts it.",
  }),
  multipartHeartbeatMs: milliseconds({
    default: 5_000,
    description: "Silence before a heartbeat in a multipart response with `subscriptionSpec=1.0`, in ms; 0: none.",
  }),
  sseKeepAliveMs: milliseconds({ default: 30_000, description: "Silence before a comment, in ms; 0: none." }),
  sseTimeoutMs: milliseconds({ default: 0, description: "Longest life of an event stream, in ms; 0: no limit." }),
  sseMaxReservations: integer({ default: 1_000, description: "Most reserved event streams; 0: mode off." }),
  sseMaxReservationsPerAddress: integer({
    default: 0,
    description: "Most event streams that one client address has reserved; 0: no limit.",
  }),
  sseReservationTimeoutMs: milliseconds({
    default: 60_000,
    min: 1,
    description: "Time to connect a reserved event stream, in ms.",
  }),
  incremental: flag({ default: false, description: "Offer `@defer` and `@stream`." }),
  maxConcurrentEvents: integer({ default: 16, min: 1, description: "Most events of a subscription at once." }),
  maxQueuedEvents: integer({
    default: 1_000,
    description: "Maximum number of events of a subscription that wait for its client; 0 means no limit.",
  }),
  inspection: choice(["log", "off"], {
    default: "log",
    description: "Whether the schema is compared with the code behind it at start-up.",
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
    description: "Number of documents whose use by clients `/actuator/graphql` shows; 0 counts nothing.",
  }),
};
