/**
 * From a request to a response: documents, the engine, exceptions, batch loading.
 *
 * @module
 */

export * from "./batching/batch_loader_registry.ts";
export * from "./batching/batching_data_loader.ts";
export type * from "./batching/data_loader_options.ts";
export type * from "./batching/data_loader_registrar.ts";
export * from "./batching/default_batch_loader_registry.ts";
export * from "./batching/request_data_loaders.ts";
export * from "./cancellation.ts";
export * from "./documents/bounded_document_cache.ts";
export type * from "./documents/preparsed_document_entry.ts";
export type * from "./documents/preparsed_document_provider.ts";
export { AccessDeniedError, AuthenticationError } from "../../context/mod.ts";
export * from "./errors/data_fetcher_exception_resolver.ts";
export * from "./errors/data_fetcher_exception_resolver_adapter.ts";
export * from "./errors/error_limits.ts";
export { showExceptionDetails } from "./errors/exception_details.ts";
export * from "./errors/exception_handler.ts";
export * from "./errors/security_data_fetcher_exception_resolver.ts";
export * from "./errors/subscription_exception_resolver.ts";
export * from "./errors/subscription_exception_resolver_adapter.ts";
export type * from "./execution_id_provider.ts";
export * from "./execution_input.ts";
export * from "./graphql.ts";
export type { GraphQLParts, OperationKind } from "./graphql_parts.ts";
export * from "./graphql_builder.ts";
export type * from "./graphql_execution_result.ts";
export * from "./graphql_source.ts";
export * from "./incremental/incremental_delivery.ts";
export * from "./incremental/incremental_directives.ts";
export * from "./instrumentation.ts";
export type * from "./operation_guard.ts";
export * from "./operation_result_cache.ts";
export * from "./response/graphql_response.ts";
export * from "./response/written_data.ts";
export * from "./response/response_field.ts";
export * from "./service/default_execution_graphql_service.ts";
export * from "./service/execution_graphql_request.ts";
export * from "./service/execution_graphql_response.ts";
export * from "./service/execution_graphql_service.ts";
export * from "./shared_result_budget.ts";
export * from "./source/abstract_graphql_source_builder.ts";
export type * from "./source/built_graphql_source.ts";
export * from "./source/graphql_source_builder_customizer.ts";
export * from "./source/missing_schema_error.ts";
export * from "./source/schema_graphql_source_builder.ts";
export * from "./source/schema_resource_graphql_source_builder.ts";
export * from "./source/source_profiles.ts";
export * from "./source/visible_directive.ts";
export * from "./source/type_definition_configurer.ts";
export * from "./subscriptions/subscription_exception_handler.ts";
export * from "./subscriptions/subscription_execution_strategy.ts";
export * from "./subscriptions/subscription_publisher_exception.ts";
export * from "./subscriptions/subscription_stream.ts";
