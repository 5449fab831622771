import { type AnyDescriptor, type Class, recordClass, type TypeDescriptor, type TypeOf } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { HandlerResult } from "../handler_result.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import type { DescribedMappingOptions, MappingOptions, WithTypeName } from "./mapping_options.ts";
import { schemaMapping } from "./record_mapping.ts";
import { classTypeName } from "./recorded_mapping.ts";

/** Sets the default type name of all mappings of a class, in the standard and the legacy flavour. */
export type ClassMappingDecorator = (type: Class, context?: ClassDecoratorContext) => void;

/**
 * Maps a controller method to a field of any type.
 *
 * @param options the parameters in order; `typeName` and `field` where the source's class and the method's name are
 * not what is wanted
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
 *   SchemaMapping,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class Book {
 *   constructor(readonly title: string) {}
 * }
 * class BookController {
 *   @QueryMapping({ params: [], returns: t.object(() => Book) })
 *   book(): Book {
 *     return new Book("Emma");
 *   }
 *
 *   @SchemaMapping({ params: [param.source(() => Book)], returns: t.int })
 *   letters({ title }: Book): number {
 *     return title.length;
 *   }
 * }
 *
 * const schema = Resource.text("example", "type Query { book: Book! } type Book { title: String! letters: Int! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(BookController)));
 * const response = await GraphQlTester.create(app).document("{ book { letters } }").execute();
 * response.path("book.letters").entity(t.int).isEqualTo(4);
 * ```
 */
export function SchemaMapping<
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedMappingOptions<P, R> & WithTypeName,
): HandlerDecorator<ParameterTypes<P>, HandlerResult<TypeOf<R>>>;
/**
 * Maps a controller method that gets the `DataFetchingEnvironment`, or, on a class, sets the default type name.
 *
 * @param options the field's name, by default the method's; or what the mapping is to know
 */
export function SchemaMapping<R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options?: string | (MappingOptions<R> & WithTypeName),
): HandlerDecorator<[environment: DataFetchingEnvironment], HandlerResult<TypeOf<R>>> & ClassMappingDecorator;
export function SchemaMapping(
  options?: string | (MappingOptions<AnyDescriptor> & WithTypeName),
): HandlerDecorator<never, unknown> & ClassMappingDecorator {
  const onMethod = schemaMapping("SchemaMapping", options) as (...call: unknown[]) => void;
  return (...call: unknown[]) => {
    if (!isClassCall(call)) return onMethod(...call);
    const typeName = typeof options === "object" ? options.typeName : options;
    if (typeName !== undefined) recordClass(classTypeName, call as unknown as [Class, unknown], typeName);
  };
}

function isClassCall(call: readonly unknown[]): boolean {
  const context = call[1] as { readonly kind?: unknown } | string | symbol | undefined;
  return context === undefined || typeof context === "object" && context.kind === "class";
}
