/**
 * The transports of operations: HTTP, event streams, WebSockets.
 *
 * @module
 */

export * from "./bind_transports.ts";
export * from "./graphql_route.ts";
export * from "./operation_calls.ts";
export * from "./http/graphql_http_handler.ts";
export * from "./http/http_operation_reader.ts";
export * from "./http/json_responses.ts";
export * from "./http/response_format.ts";
export * from "./http/response_status.ts";
export * from "./http/result_writer.ts";
export * from "./operation_parameters.ts";
export * from "./request_refusal.ts";
export * from "./sse/graphql_sse_handler.ts";
export * from "./sse/single_connection_handler.ts";
export * from "./streaming_handlers.ts";
export * from "./streams/open_streams.ts";
export * from "./streams/result_pump.ts";
export * from "./transport_platform.ts";
export * from "./websocket/graphql_websocket_handler.ts";
export * from "./websocket/websocket_operations.ts";
export * from "./websocket/websocket_session.ts";
export * from "./uploads/feature.ts";
export * from "./uploads/upload.ts";
export * from "./uploads/upload_error.ts";
