/**
 * The context of a request, and its propagation through asynchronous work.
 *
 * @module
 */

export * from "./access_denied_error.ts";
export * from "./access_report.ts";
export * from "./access_rule.ts";
export * from "./access_rules.ts";
export * from "./access_scope.ts";
export * from "./accessor_check.ts";
export * from "./async_local_accessor.ts";
export * from "./audit_log.ts";
export * from "./audit_unavailable_error.ts";
export * from "./authentication.ts";
export * from "./authentication_error.ts";
export * from "./context_registry.ts";
export * from "./context_snapshot.ts";
export * from "./context_snapshot_factory.ts";
export * from "./graphql_context.ts";
export * from "./principal.ts";
export * from "./property_access.ts";
export * from "./request_budget.ts";
export * from "./require_access.ts";
export * from "./root_context.ts";
export * from "./secured.ts";
export * from "./thread_local_accessor.ts";
export * from "./visibility_profiles.ts";
