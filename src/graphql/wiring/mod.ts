/**
 * Connects schema fields with their data fetchers, type resolvers and directive code.
 *
 * @module
 */

export type * from "./batch_loader_environment.ts";
export * from "./cancelled_streams.ts";
export * from "./class_name_type_resolver.ts";
export * from "./close_source.ts";
export * from "./code_registry.ts";
export * from "./connection_type.ts";
export type * from "./data_fetcher.ts";
export type * from "./field_arguments.ts";
export * from "./field_guard.ts";
export * from "./data_fetcher_result.ts";
export type * from "./data_fetching_environment.ts";
export type * from "./data_fetching_field_selection_set.ts";
export type * from "./data_loader_registry.ts";
export * from "./declare_where_used.ts";
export * from "./declared_interfaces.ts";
export * from "./deprecations.ts";
export type * from "./error_classification.ts";
export * from "./error_type.ts";
export * from "./event_positions.ts";
export * from "./event_queue.ts";
export * from "./fetcher_attachment.ts";
export * from "./field_environment.ts";
export * from "./graphql_error_builder.ts";
export * from "./graphql_error_parts.ts";
export * from "./lazy_error.ts";
export * from "./property_data_fetcher.ts";
export type * from "./request_context.ts";
export * from "./resource.ts";
export * from "./resource_locations.ts";
export * from "./runtime_wiring.ts";
export * from "./runtime_wiring_configurer.ts";
export type * from "./schema_directive_wiring.ts";
export type * from "./schema_directive_wiring_environment.ts";
export type * from "./schema_element.ts";
export * from "./schema_generator.ts";
export * from "./schema_rewriting.ts";
export * from "./secret_inputs.ts";
export * from "./selected_fields.ts";
export * from "./semantic_non_null.ts";
export * from "./streams.ts";
export * from "./subscription_end_error.ts";
export * from "./type_definition_registry.ts";
export type * from "./type_resolver.ts";
export * from "./value_type_names.ts";
export * from "./visible_schema.ts";
export * from "./type_runtime_wiring.ts";
export type * from "./wiring_factory.ts";
export * from "./wrapped_fetcher.ts";
export * from "./type_visiting.ts";
export type * from "./type_visitor.ts";
