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
 *
 * @example
 * ```ts
 * import {
 *   controller,
 *   createApp,
 *   createContainer,
 *   graphql,
 *   param,
 *   Resource,
 *   SubscriptionMapping,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class CountdownController {
 *   @SubscriptionMapping({ params: [param.argument("from", t.int)], returns: t.int })
 *   async *countdown(from: number): AsyncGenerator<number> {
 *     for (let left = from; left > 0; left--) yield left;
 *   }
 * }
 * const schema = Resource.text(
 *   "example",
 *   "type Query { ok: Boolean } type Subscription { countdown(from: Int!): Int! }",
 * );
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(CountdownController)));
 * const left = GraphQlTester.create(app).document("subscription { countdown(from: 2) }").subscribe("countdown", t.int);
 * console.log(await Array.fromAsync(left)); // [2, 1]
 * ```
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
