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

/** The options of `@BatchMapping`. */
export interface BatchMappingOptions<S, R extends AnyDescriptor> extends MappingOptions<R>, WithTypeName {
  /** Returns the class of the sources; its name is the default type name. */
  readonly source: () => Class<S>;
  /** The maximum number of sources per call; by default there is no limit. */
  readonly maxBatchSize?: number;
}

/** The options of `@BatchMapping` for a method with further parameters. */
export interface DescribedBatchMappingOptions<S, R extends AnyDescriptor, P extends readonly HandlerParameter[]>
  extends BatchMappingOptions<S, R> {
  /** The parameters after the sources, in order: arguments, context values, the batch's environment. */
  readonly params: P;
}

/**
 * Maps a controller method that returns the values of a field for many sources in one call.
 *
 * @param options the sources' class and the parameters after the sources
 *
 * @example
 * ```ts
 * import {
 *   BatchMapping,
 *   controller,
 *   createApp,
 *   createContainer,
 *   graphql,
 *   QueryMapping,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * class Book {
 *   constructor(readonly title: string) {}
 * }
 * class BookController {
 *   @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
 *   books(): Book[] {
 *     return [new Book("Emma"), new Book("Persuasion")];
 *   }
 *
 *   // One call for all books, whose result has an element for each.
 *   @BatchMapping({ source: () => Book, params: [], returns: t.int })
 *   letters(books: readonly Book[]): number[] {
 *     return books.map(({ title }) => title.length);
 *   }
 * }
 *
 * const schema = Resource.text("example", "type Query { books: [Book!]! } type Book { title: String! letters: Int! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(BookController)));
 * const response = await GraphQlTester.create(app).document("{ books { letters } }").execute();
 * response.path("books").matchesJson([{ letters: 4 }, { letters: 10 }]);
 * ```
 */
export function BatchMapping<
  S,
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedBatchMappingOptions<S, R, P>,
): HandlerDecorator<[sources: readonly S[], ...ParameterTypes<P>], BatchResult<S, TypeOf<R>>>;
/**
 * Maps a controller method that receives the sources and the environment of the batch.
 *
 * @param options the sources' class, and the options of the mapping
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
