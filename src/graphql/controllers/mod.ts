/**
 * Controllers: classes whose decorated methods serve fields.
 *
 * @module
 */

export * from "./annotated_controller_configurer.ts";
export { ArgumentNameResolver } from "./binding/argument_name_resolver.ts";
export * from "./binding/argument_value.ts";
export { argumentValueOf } from "./binding/argument_value_of.ts";
export * from "./binding/binding_error.ts";
export * from "./controller.ts";
export * from "./decorators/batch_mapping.ts";
export * from "./decorators/controller_advice.ts";
export * from "./decorators/graphql_exception_handler.ts";
export type * from "./decorators/handler_decorator.ts";
export type * from "./decorators/mapping_options.ts";
export * from "./decorators/mutation_mapping.ts";
export * from "./decorators/query_mapping.ts";
export * from "./decorators/schema_mapping.ts";
export * from "./decorators/subscription_mapping.ts";
export * from "./executors/executor.ts";
export * from "./executors/limited_executor.ts";
export * from "./executors/worker_executor.ts";
export type * from "./handler_parameter.ts";
export type * from "./handler_result.ts";
export * from "./param.ts";
export * from "./executors/worker_task.ts";
export type { Agrees } from "./typed/class_agreement.ts";
export * from "./typed/mappings.ts";
export type { Mistake } from "./typed/mistakes.ts";
export type * from "./typed/schema_values.ts";
export type { ModelClasses } from "./typed/model_classes.ts";
export type { SpecialParameter } from "./typed/special_parameter.ts";
