/**
 * Connections: their types, cursors, and what adapts containers of items to them.
 *
 * @module
 */

export * from "./abstract_sort_strategy.ts";
export * from "./cursor_encoder.ts";
export * from "./connection.ts";
export * from "./connection_adapter.ts";
export * from "./connection_field_type_visitor.ts";
export * from "./connection_type_definition_configurer.ts";
export * from "./cursor_encoder.ts";
export * from "./cursor_strategy.ts";
export * from "./cursor_strategy.ts";
export * from "./invalid_cursor_error.ts";
export * from "./keyset_cursor_strategy.ts";
export * from "./cursor_encoder.ts";
export * from "./scroll_position_cursor_strategy.ts";
export * from "./slice_connection_adapter.ts";
export * from "./sort_strategy.ts";
export * from "./subrange_arguments.ts";
export * from "./window_connection_adapter.ts";
