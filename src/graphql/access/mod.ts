/**
 * Rules in front of fields.
 *
 * @module
 */

export * from "./access_directives.ts";
export * from "./access_visitor.ts";
export * from "./field_access.ts";
