/**
 * Execution strategies.
 *
 * @module
 */

export * from "./compiled/compiled_execution_strategy.ts";
export type { GeneratedCode } from "./compiled/generated_code.ts";
export type { ErrorOrderName } from "./compiled/run/error_order.ts";
export * from "./engine_error_type.ts";
export type * from "./execution_strategy.ts";
export * from "./json_size.ts";
export * from "./reference/execute_incrementally.ts";
export * from "./reference/install_resolvers.ts";
export * from "./reference/reference_execution_strategy.ts";
export * from "./reference/without_repetitions.ts";
export * from "./validation/bounded_validation.ts";
export * from "./validation/certainly_valid.ts";
export * from "./verifying_execution_strategy.ts";
export * from "./written_document.ts";
