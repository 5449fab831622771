/**
 * Routes, and the common parts of HTTP responses.
 *
 * For other areas; the exports for users are in `api.ts`.
 *
 * @module
 */

export * from "./base_url.ts";
export * from "./body_reader.ts";
export * from "./client_addresses.ts";
export * from "./client_quota.ts";
export * from "./cors_policy.ts";
export * from "./disconnect_watch.ts";
export * from "./event_stream.ts";
export * from "./host_check.ts";
export * from "./http_exchange.ts";
export * from "./http_interceptor.ts";
export * from "./http_listener.ts";
export * from "./http_route.ts";
export * from "./landing_page.ts";
export * from "./method_not_allowed.ts";
export * from "./origin_guard.ts";
export * from "./packed_assets.ts";
export * from "./page_headers.ts";
export * from "./path_pattern.ts";
export * from "./prefers_html.ts";
export * from "./problem.ts";
export * from "./request_authenticator.ts";
export * from "./require_error_status.ts";
export * from "./response_status_error.ts";
export * from "./route_rules.ts";
export * from "./router.ts";
export * from "./security_scheme.ts";
export * from "./status_error_of.ts";
export * from "./text_page.ts";
export * from "./text_response.ts";
export * from "./text_stream.ts";
export * from "./unread_bodies.ts";
