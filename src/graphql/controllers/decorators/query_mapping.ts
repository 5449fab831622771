import type { AnyDescriptor, TypeDescriptor, TypeOf } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { HandlerResult } from "../handler_result.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import type { DescribedMappingOptions, MappingOptions } from "./mapping_options.ts";
import { schemaMapping } from "./record_mapping.ts";

/**
 * Maps a controller method to a field of the query type.
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
 *   QueryMapping,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class BookController {
 *   @QueryMapping({ params: [param.argument("id", t.id)], returns: t.string })
 *   title(id: string): string {
 *     return `Book ${id}`;
 *   }
 * }
 *
 * const schema = Resource.text("example", "type Query { title(id: ID!): String! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(BookController)));
 * const response = await GraphQlTester.create(app).document("{ title(id: 7) }").execute();
 * response.path("title").entity(t.string).isEqualTo("Book 7");
 * ```
 */
export function QueryMapping<
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedMappingOptions<P, R>,
): HandlerDecorator<ParameterTypes<P>, HandlerResult<TypeOf<R>>>;
/**
 * Maps a controller method that gets the `DataFetchingEnvironment` to a field of the query type.
 *
 * @param options the field's name, by default the method's; or what the mapping is to know
 */
export function QueryMapping<R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options?: string | MappingOptions<R>,
): HandlerDecorator<[environment: DataFetchingEnvironment], HandlerResult<TypeOf<R>>>;
export function QueryMapping(
  options?: string | MappingOptions<AnyDescriptor>,
): HandlerDecorator<never, unknown> {
  return schemaMapping("QueryMapping", options, "Query");
}
