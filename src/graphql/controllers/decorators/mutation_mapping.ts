import type { AnyDescriptor, TypeDescriptor, TypeOf } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { HandlerResult } from "../handler_result.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import type { DescribedMappingOptions, MappingOptions } from "./mapping_options.ts";
import { schemaMapping } from "./record_mapping.ts";

/**
 * Maps a controller method to a field of the mutation type.
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
 *   MutationMapping,
 *   param,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class BookController {
 *   @MutationMapping({ params: [param.argument("title", t.string)], returns: t.string })
 *   addBook(title: string): string {
 *     return title;
 *   }
 * }
 *
 * const schema = Resource.text(
 *   "example",
 *   "type Query { ok: Boolean } type Mutation { addBook(title: String!): String! }",
 * );
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(BookController)));
 * const response = await GraphQlTester.create(app).document('mutation { addBook(title: "Emma") }').execute();
 * response.path("addBook").entity(t.string).isEqualTo("Emma");
 * ```
 */
export function MutationMapping<
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedMappingOptions<P, R>,
): HandlerDecorator<ParameterTypes<P>, HandlerResult<TypeOf<R>>>;
/**
 * Maps a controller method that gets the `DataFetchingEnvironment` to a field of the mutation type.
 *
 * @param options the field's name, by default the method's; or what the mapping is to know
 */
export function MutationMapping<R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options?: string | MappingOptions<R>,
): HandlerDecorator<[environment: DataFetchingEnvironment], HandlerResult<TypeOf<R>>>;
export function MutationMapping(
  options?: string | MappingOptions<AnyDescriptor>,
): HandlerDecorator<never, unknown> {
  return schemaMapping("MutationMapping", options, "Mutation");
}
