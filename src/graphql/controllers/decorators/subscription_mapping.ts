import type { AnyDescriptor, TypeDescriptor, TypeOf } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { SubscriptionResult } from "../handler_result.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import type { DescribedMappingOptions, MappingOptions } from "./mapping_options.ts";
import { schemaMapping } from "./record_mapping.ts";

/**
 * Maps a controller method to a field of the subscription type.
 *
 * @param options the parameters in order; `returns` describes the field's value, `field` names the field
 */
export function SubscriptionMapping<
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedMappingOptions<P, R>,
): HandlerDecorator<ParameterTypes<P>, SubscriptionResult<TypeOf<R>>>;
/**
 * Maps a controller method that gets the `DataFetchingEnvironment` to a field of the subscription type.
 *
 * @param options the field's name, by default the method's; or what the mapping is to know
 */
export function SubscriptionMapping<R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options?: string | MappingOptions<R>,
): HandlerDecorator<[environment: DataFetchingEnvironment], SubscriptionResult<TypeOf<R>>>;
export function SubscriptionMapping(
  options?: string | MappingOptions<AnyDescriptor>,
): HandlerDecorator<never, unknown> {
  return schemaMapping("SubscriptionMapping", options, "Subscription");
}
