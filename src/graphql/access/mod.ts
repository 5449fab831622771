/**
 * Rules in front of fields.
 *
 * @module
 */

export * from "./access_directives.ts";
export * from "./access_visitor.ts";
export * from "./audit_visitor.ts";
export * from "./audit_exception_resolver.ts";
export * from "./field_access.ts";
export * from "./field_rule_source.ts";
export * from "./property_fields.ts";
export * from "./secret_directive.ts";
