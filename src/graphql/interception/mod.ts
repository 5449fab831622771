/**
 * Interceptors, limits and persisted documents, for operations of all transports.
 *
 * @module
 */

export * from "./allowed_operations.ts";
export type * from "./authentication/authentication_extractor.ts";
export * from "./authentication/authentication_manager.ts";
export * from "./authentication/authentication_websocket_interceptor.ts";
export * from "./authentication/bearer_token_authentication_extractor.ts";
export * from "./http_request_header_interceptor.ts";
export * from "./budget_web_graphql_interceptor.ts";
export * from "./operation_security.ts";
export * from "./exception_details_interceptor.ts";
export * from "./client_names.ts";
export * from "./persisted/persisted_document_store.ts";
export * from "./persisted/persisted_documents_interceptor.ts";
export * from "./persisted/persisted_query_cache.ts";
export * from "./persisted/trusted_documents.ts";
export { trustDocument } from "./persisted/trusted_request.ts";
export { ResponseStatusError, type ResponseStatusErrorOptions } from "../../http/mod.ts";
export * from "./timeout_web_graphql_interceptor.ts";
export * from "./web_graphql_handler.ts";
export * from "./web_graphql_handler.ts";
export * from "./web_graphql_interceptor.ts";
export * from "./web_graphql_request.ts";
export * from "./web_graphql_response.ts";
export * from "./websocket_graphql_interceptor.ts";
export * from "./websocket_graphql_request.ts";
export type * from "./websocket_session_info.ts";
