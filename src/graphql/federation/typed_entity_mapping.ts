import { describeValue, type MemberDecoratorCall, recordMember, requireCalled, t } from "../../kernel/mod.ts";
import { entityMappings as key } from "../controllers/handlers.ts";
import type { HandlerDecorator, HandlerParameter, SpecialParameter } from "../controllers/mod.ts";
import type { DataFetcherResult } from "../wiring/mod.ts";
import type { RecordedEntityMapping } from "./entity_mapping.ts";

/** A field with arguments is a function of them. */
// deno-lint-ignore no-explicit-any -- the arguments are of no importance here
type ValueOf<F> = F extends (args: any) => infer R ? R : F;

type ListName<Fs> = Exclude<`${keyof Fs & string}List`, keyof Fs>;

/** What a typed `@EntityMapping` may name: fields, lists of fields for a batch, and special parameters. */
export type EntityParameter<Fs> = (keyof Fs & string) | ListName<Fs> | SpecialParameter;

type Given<Fs, N> = N extends keyof Fs ? ValueOf<Fs[N]>
  : N extends `${infer F}List` ? (F extends keyof Fs ? readonly ValueOf<Fs[F]>[] : never)
  : N extends SpecialParameter<infer T> ? T
  : never;

type GivenAll<Fs, N extends readonly unknown[]> = { -readonly [I in keyof N]: Given<Fs, N[I]> };

type Entity<T> = T | null | undefined;
type Entities<T> = readonly (Entity<T> | Error)[] | AsyncIterable<Entity<T>>;

/** What a typed `@EntityMapping` method may return: an entity, or for a batch the list of them. */
export type EntityResult<T, Fs, N extends readonly unknown[]> =
  [Extract<N[number], ListName<Fs> | SpecialParameter<readonly Readonly<Record<string, unknown>>[]>>] extends [never]
    ? Entity<T> | DataFetcherResult<Entity<T>> | Promise<Entity<T> | DataFetcherResult<Entity<T>>>
    : Entities<T> | Promise<Entities<T>>;

/** The entity mapping of one schema. */
export interface EntityMappings<in out S, in out M> {
  /**
   * Maps a method to an entity.
   *
   * @param type name of the entity
   * @param parameters what the method gets: names of fields, of fields with the ending `List`, special parameters
   */
  readonly EntityMapping: <
    const T extends keyof S & keyof M & string,
    const N extends readonly EntityParameter<S[T]>[],
  >(type: T, ...parameters: N) => HandlerDecorator<GivenAll<S[T], N>, EntityResult<M[T], S[T], N>>;
}

/**
 * Makes the entity mapping of a schema: what a generated module exports. It records what the described decorator
 * records; the compiler compares methods with the fields of the entity.
 *
 * @typeParam S the fields of the schema's types
 * @typeParam M the TypeScript types of the schema's types
 *
 * @example
 * ```ts
 * import { entityMappings } from "@espalier/espalier/federation";
 *
 * // The types task writes these lines.
 * interface Schema {
 *   Book: { id: string; title: string };
 * }
 * interface Models {
 *   Book: { readonly id: string; readonly title: string };
 * }
 * const { EntityMapping } = entityMappings<Schema, Models>();
 *
 * class BookController {
 *   @EntityMapping("Book", "idList")
 *   books(ids: readonly string[]) {
 *     return ids.map((id) => ({ id, title: `Book ${id}` }));
 *   }
 * }
 * console.log(new BookController().books(["1"])); // [{ id: "1", title: "Book 1" }]
 * ```
 */
export function entityMappings<S, M>(): EntityMappings<S, M> {
  const EntityMapping = (type: string, ...parameters: readonly (string | HandlerParameter)[]) => {
    requireCalled("EntityMapping", type);
    if (typeof type !== "string") {
      throw new TypeError(
        `Cannot use @EntityMapping as its first argument must be the name of an entity: current value is ${
          describeValue(type)
        }`,
      );
    }
    const params = parameters.map((each) => typeof each === "string" ? field(each) : each);
    return (...call: unknown[]) =>
      recordMember<RecordedEntityMapping>(
        key,
        call as unknown as MemberDecoratorCall,
        (methodName) => ({ methodName, typeName: type, params }),
      );
  };
  // The compiler checks methods by the types of `EntityMappings`, which say more than the function can.
  return { EntityMapping } as unknown as EntityMappings<S, M>;
}

/** A field of the representation, read as the schema types it. */
function field(name: string): HandlerParameter {
  const read = (args: Readonly<Record<string, unknown>>) => args[name] ?? null;
  return {
    kind: "argument",
    expects: { name, type: t.unknown },
    prepare: () => ({ read: (environment) => read(environment.arguments), direct: (_source, args) => read(args) }),
  };
}
