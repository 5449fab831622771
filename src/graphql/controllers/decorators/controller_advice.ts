import { recordClass, requireCalled } from "../../../kernel/mod.ts";
import { adviceOptions, type ControllerAdviceOptions } from "../exceptions/advice_selection.ts";
import type { ClassMappingDecorator } from "./schema_mapping.ts";

/**
 * Marks a class whose `@GraphQlExceptionHandler` methods apply to many controllers. Bind it with `controllerAdvice`.
 *
 * @param options order and selection
 *
 * @example
 * ```ts
 * import {
 *   controller,
 *   ControllerAdvice,
 *   controllerAdvice,
 *   createApp,
 *   createContainer,
 *   ErrorType,
 *   graphql,
 *   GraphQlExceptionHandler,
 *   QueryMapping,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class BookNotFound extends Error {}
 * class BookController {
 *   @QueryMapping({ params: [], returns: t.string })
 *   title(): string {
 *     throw new BookNotFound("There is no such book");
 *   }
 * }
 *
 * @ControllerAdvice()
 * class NotFoundAdvice {
 *   @GraphQlExceptionHandler(BookNotFound)
 *   notFound({ message }: BookNotFound) {
 *     return { errorType: ErrorType.NOT_FOUND, message };
 *   }
 * }
 *
 * const schema = Resource.text("example", "type Query { title: String }");
 * const beans = [controller(BookController), controllerAdvice(NotFoundAdvice)];
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), ...beans));
 * const response = await GraphQlTester.create(app).document("{ title }").execute();
 * response.errors().satisfy(([error]) => console.log(error?.message)); // "There is no such book"
 * ```
 */
export function ControllerAdvice(options: ControllerAdviceOptions = {}): ClassMappingDecorator {
  requireCalled("ControllerAdvice", options);
  return (type, context) => recordClass(adviceOptions, [type, context], options);
}
