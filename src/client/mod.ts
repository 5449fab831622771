/**
 * A GraphQL client over HTTP, WebSocket and event streams.
 *
 * For other areas; the exports for users are in `api.ts`.
 *
 * @module
 */

export type { ErrorBehavior } from "../kernel/mod.ts";
export type { ClientGraphQlRequest, GraphQlRequestBody } from "./client_graphql_request.ts";
export * from "./client_graphql_response.ts";
export * from "./client_graphql_response.ts";
export { decode, type Decoder } from "../kernel/mod.ts";
export * from "./document_source.ts";
export * from "./event_stream_graphql_transport.ts";
export * from "./client_graphql_response.ts";
export * from "./graphql_client.ts";
export * from "./graphql_client_error.ts";
export * from "./graphql_client_interceptor.ts";
export * from "./graphql_client_request.ts";
export type { Fetch, HttpGraphQlTransportOptions } from "./graphql_over_http.ts";
export * from "./graphql_operation.ts";
export * from "./graphql_request_builder.ts";
export * from "./graphql_transport.ts";
export * from "./http_graphql_transport.ts";
export * from "./map_stream.ts";
export * from "./response_error.ts";
export type { ResumeOptions } from "./resuming_stream.ts";
export * from "./web_socket_graphql_transport.ts";
