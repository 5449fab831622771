import {
  type Class,
  type MaybePromise,
  type MemberDecoratorCall,
  recordMember,
  requireClass,
} from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment, GraphQlErrorLike } from "../../wiring/mod.ts";
import { exceptionHandlers, type RecordedExceptionHandler } from "../exceptions/recorded_exception_handler.ts";
import type { HandlerParameter, ParameterTypes } from "../handler_parameter.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";

/**
 * What an exception handler may return: an error or several, nothing (`undefined`) to resolve without an error, `null`
 * to let other handlers resolve the exception.
 */
export type ExceptionHandlerResult = MaybePromise<
  GraphQlErrorLike | readonly GraphQlErrorLike[] | null | undefined | void
>;

/** The instance type of a union of classes. */
type InstanceOf<E extends readonly Class[]> = E[number] extends Class<infer T> ? T : never;

/** The options of `@GraphQlExceptionHandler` for a method with described parameters. */
export interface ExceptionHandlerOptions<E extends readonly Class[], P extends readonly HandlerParameter[]> {
  /** The classes of the exceptions. */
  readonly exceptions: E;
  /** The parameters after the exception, in order. */
  readonly params: P;
}

/**
 * Handles exceptions of the controller's methods, or with a controller advice those of all controllers. The method
 * receives the exception and the environment of the field.
 *
 * @param exceptions the classes of the exceptions; the closest match wins, and causes are checked too
 *
 * @example
 * ```ts
 * import {
 *   controller,
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
 *
 *   @GraphQlExceptionHandler(BookNotFound)
 *   notFound({ message }: BookNotFound) {
 *     return { errorType: ErrorType.NOT_FOUND, message };
 *   }
 * }
 *
 * const schema = Resource.text("example", "type Query { title: String }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(BookController)));
 * const response = await GraphQlTester.create(app).document("{ title }").execute();
 * response.errors().satisfy(([error]) => console.log(error?.message)); // "There is no such book"
 * ```
 */
export function GraphQlExceptionHandler<E extends readonly [Class, ...Class[]]>(
  ...exceptions: E
): HandlerDecorator<[exception: InstanceOf<E>, environment: DataFetchingEnvironment], ExceptionHandlerResult>;
/**
 * Handles exceptions; the method receives the exception and the described parameters.
 *
 * @param options the classes and the parameters
 */
export function GraphQlExceptionHandler<
  const E extends readonly [Class, ...Class[]],
  const P extends readonly HandlerParameter[],
>(
  options: ExceptionHandlerOptions<E, P>,
): HandlerDecorator<[exception: InstanceOf<E>, ...ParameterTypes<P>], ExceptionHandlerResult>;
export function GraphQlExceptionHandler(
  ...given: readonly (Class | ExceptionHandlerOptions<readonly Class[], readonly HandlerParameter[]>)[]
): HandlerDecorator<never, unknown> {
  const [options] = given;
  const recorded = typeof options === "object"
    ? { exceptions: options.exceptions, params: options.params }
    : { exceptions: given as readonly Class[] };
  for (const exception of recorded.exceptions) requireClass("Cannot handle an exception", exception);
  return (...call: unknown[]) =>
    recordMember<RecordedExceptionHandler>(
      exceptionHandlers,
      call as unknown as MemberDecoratorCall,
      (methodName) => ({ methodName, ...recorded }),
    );
}
