import {
  type AnyDescriptor,
  type Class,
  type MemberDecoratorCall,
  recordMember,
  type TypeDescriptor,
  type TypeOf,
} from "../../../kernel/mod.ts";
import type { BatchLoaderEnvironment } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { BatchResult } from "../handler_result.ts";
import { checkBatchMapping } from "./check_mapping.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import type { MappingOptions, WithTypeName } from "./mapping_options.ts";
import { mappings, type RecordedMapping } from "./recorded_mapping.ts";

/** What `@BatchMapping` is told. */
export interface BatchMappingOptions<S, R extends AnyDescriptor> extends MappingOptions<R>, WithTypeName {
  /** Names the class of the sources, whose name is the default type name. */
  readonly source: () => Class<S>;
  /** Most sources of one call; by default all. */
  readonly maxBatchSize?: number;
}

/** What `@BatchMapping` is told about a method with further parameters. */
export interface DescribedBatchMappingOptions<S, R extends AnyDescriptor, P extends readonly HandlerParameter[]>
  extends BatchMappingOptions<S, R> {
  /** The parameters after the sources, in order: arguments, context values, the batch's environment. */
  readonly params: P;
}

/**
 * Maps a controller method that gets the values of a field for many sources in one call.
 *
 * @param options the sources' class and the parameters after the sources
 */
export function BatchMapping<
  S,
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedBatchMappingOptions<S, R, P>,
): HandlerDecorator<[sources: readonly S[], ...ParameterTypes<P>], BatchResult<S, TypeOf<R>>>;
/**
 * Maps a controller method that gets the sources and the environment of the batch.
 *
 * @param options the sources' class, and what the mapping is to know
 */
export function BatchMapping<S, R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options: BatchMappingOptions<S, R>,
): HandlerDecorator<[sources: readonly S[], environment: BatchLoaderEnvironment], BatchResult<S, TypeOf<R>>>;
export function BatchMapping(
  options: BatchMappingOptions<unknown, AnyDescriptor>,
): HandlerDecorator<never, unknown> {
  checkBatchMapping(options);
  return (...call: unknown[]) =>
    recordMember<RecordedMapping>(
      mappings,
      call as unknown as MemberDecoratorCall,
      (methodName) => ({ kind: "batch", methodName, ...options }),
    );
}
