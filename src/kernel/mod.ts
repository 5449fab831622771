/**
 * Vocabulary that all areas share: tokens, type descriptors, logging, configuration, the application's life.
 *
 * @module
 */

export * from "./actuator_endpoint.ts";
export * from "./application_root.ts";
export * from "./as_json.ts";
export * from "./bean.ts";
export * from "./call_at.ts";
export * from "./check_options.ts";
export * from "./closest_name.ts";
export * from "./connection_source.ts";
export * from "./console_sink.ts";
export * from "./container_preparation.ts";
export * from "./decoder.ts";
export * from "./decorations.ts";
export {
  describeType,
  descriptionOf,
  isBuiltByEntity,
  type PropertyDescriptors,
  type TypeDescription,
} from "./describe_type.ts";
export * from "./describe_value.ts";
export * from "./development_link.ts";
export * from "./entity_class.ts";
export {
  type ColumnDefault,
  type EntityOptions,
  type IdNames,
  idNamesOf,
  type IndexedPath,
  type IndexOptions,
  type ReferenceAction,
  type ReferenceOptions,
  type SqlText,
  type StoredCondition,
  type UniqueOptions,
} from "./entity_options.ts";
export { compareDecimals, decimalKey, type ExactScalarName, exactScalars, isTemporal } from "./exact_scalar.ts";
export type * from "./error_behavior.ts";
export * from "./fallback_sink.ts";
export * from "./handler_mapping_source.ts";
export * from "./health_contributor.ts";
export * from "./inherited_context.ts";
export * from "./info_contributor.ts";
export * from "./initial_context.ts";
export * from "./install_once.ts";
export * from "./installed_module.ts";
export * from "./iso_date.ts";
export * from "./leveled_logger.ts";
export * from "./lifecycle.ts";
export * from "./serving_processes.ts";
export * from "./log_context.ts";
export * from "./log_line_as_json.ts";
export * from "./log_observers.ts";
export * from "./log_level_table.ts";
export * from "./log_record.ts";
export * from "./logger.ts";
export * from "./managed_cache.ts";
export * from "./maybe_promise.ts";
export type * from "./module_call.ts";
export * from "./module_call_interceptor.ts";
export * from "./ordered.ts";
export * from "./pause.ts";
export * from "./percent_decoded.ts";
export * from "./probe_paths.ts";
export type { ConsoleProperties } from "./properties/console_properties.ts";
export type { ActuatorProperties, ShownTo } from "./properties/actuator_properties.ts";
export type { DataProperties } from "./properties/data_properties.ts";
export type { EventsProperties } from "./properties/events_properties.ts";
export * from "./properties/espalier_properties.ts";
export * from "./properties/properties_from_env.ts";
export * from "./properties/resolve_properties.ts";
export type { SecurityProperties } from "./properties/security_properties.ts";
export type { MetricsProperties } from "./properties/metrics_properties.ts";
export type { TracingProperties } from "./properties/tracing_properties.ts";
export * from "./recent_texts.ts";
export * from "./require_class.ts";
export * from "./result_budget.ts";
export * from "./sanitizer.ts";
export * from "./scheduled_task_source.ts";
export * from "./shortened.ts";
export * from "./standard_schema.ts";
export * from "./startup_task.ts";
export * from "./startup_timeline.ts";
export * from "./storable_text.ts";
export * from "./storage_location.ts";
export * from "./t.ts";
export * from "./timer_limit.ts";
export * from "./token.ts";
export * from "./two_queue_cache.ts";
export * from "./type_descriptor.ts";
export * from "./value_path.ts";
export * from "./without_trailing_slashes.ts";
