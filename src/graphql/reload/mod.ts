/**
 * Another schema for a running application.
 *
 * @module
 */

export * from "./current_source.ts";
export * from "./schema_reloader.ts";
export * from "./watch_schema.ts";
