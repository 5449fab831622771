import {
  type AnyDescriptor,
  checkOptions,
  type MemberDecoratorCall,
  recordMember,
  requireCalled,
  type TypeDescriptor,
  type TypeOf,
} from "../../kernel/mod.ts";
import type { HandlerDecorator, HandlerParameter, HandlerResult, ParameterTypes } from "../controllers/mod.ts";
import type { DataFetchingEnvironment } from "../wiring/mod.ts";
import { entityMappings, type RecordedHandler } from "../controllers/handlers.ts";

/** What `@EntityMapping` recorded about a method. */
export interface RecordedEntityMapping extends RecordedHandler {
  /** Name of the entity type; by default the method's, with a capital. */
  readonly typeName?: string | undefined;
}

/** What `@EntityMapping` is told about a method without described parameters. */
export interface EntityMappingOptions<R extends AnyDescriptor> {
  /** Name of the entity type; by default the method's, with a capital. */
  readonly typeName?: string;
  /** The type of what the method returns: the entity, or for a batch the list of them. */
  readonly returns?: R;
}

/** What `@EntityMapping` is told about a method with described parameters. */
export interface DescribedEntityMappingOptions<P extends readonly HandlerParameter[], R extends AnyDescriptor>
  extends EntityMappingOptions<R> {
  /** The method's parameters, in order: `param.argument` reads a field of the representation. */
  readonly params: P;
}

/**
 * Maps a controller method to an entity: it returns the entity that a representation stands for. A method with an
 * argument whose name ends with `List`, or with {@linkcode representations}, is called once for all representations of
 * a request and returns a list in their order.
 *
 * @param options the parameters in order; `typeName` where the entity is not called like the method
 *
 * @example
 * ```ts
 * import { param, t } from "@espalier/espalier";
 * import { EntityMapping } from "@espalier/espalier/federation";
 *
 * class Book {
 *   constructor(readonly id: string, readonly title: string) {}
 * }
 * class BookController {
 *   @EntityMapping({ params: [param.argument("idList", t.list(t.id))] })
 *   book(ids: readonly string[]): Book[] {
 *     return ids.map((id) => new Book(id, `Book ${id}`));
 *   }
 * }
 * console.log(new BookController().book(["1"])[0]?.title); // "Book 1"
 * ```
 */
export function EntityMapping<
  const P extends readonly HandlerParameter[],
  R extends AnyDescriptor = TypeDescriptor<unknown>,
>(
  options: DescribedEntityMappingOptions<P, R>,
): HandlerDecorator<ParameterTypes<P>, HandlerResult<TypeOf<R>>>;
/**
 * Maps a controller method that gets the `DataFetchingEnvironment` to an entity: its arguments are the fields of the
 * representation.
 *
 * @param options the entity's name, by default the method's with a capital; or what the mapping is to know
 */
export function EntityMapping<R extends AnyDescriptor = TypeDescriptor<unknown>>(
  options?: string | EntityMappingOptions<R>,
): HandlerDecorator<[environment: DataFetchingEnvironment], HandlerResult<TypeOf<R>>>;
export function EntityMapping(
  options?: string | (EntityMappingOptions<AnyDescriptor> & { readonly params?: readonly HandlerParameter[] }),
): HandlerDecorator<never, unknown> {
  requireCalled("EntityMapping", options);
  const given = typeof options === "string" ? { typeName: options } : options ?? {};
  checkOptions("@EntityMapping", given, { typeName: true, returns: true, params: true });
  return (...call: unknown[]) =>
    recordMember<RecordedEntityMapping>(
      entityMappings,
      call as unknown as MemberDecoratorCall,
      (methodName) => ({ methodName, ...given }),
    );
}
