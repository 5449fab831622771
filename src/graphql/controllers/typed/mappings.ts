import { batchDecorator, mappingDecorator, type NamedOptions } from "./named_mapping.ts";
import type { Fits, Leading, MappingKind, Method, Parameters } from "./fitting.ts";
import type { FieldMistake, MappingTerms, Mistake, PlaceMistake, Verdict } from "./mistakes.ts";

/**
 * The type of a member by name. Not `T[K]`: its constraint is the union of all fields, whose members the compiler
 * compares with each other.
 */
type At<T, K extends PropertyKey> = [T] extends [never] ? never
  : [T] extends [Readonly<Record<K, infer V>>] ? V
  : never;
type FieldName<X, O> = [O] extends [string] ? O : X extends string ? X : never;

/** The options before the parameters of a mapping, if the method's name isn't the field's. */
export interface FieldOption {
  /** Name of the field. */
  readonly field: string;
}

/** The options before the parameters of a batch mapping. */
export interface BatchOption {
  /** Name of the field; by default the method's. */
  readonly field?: string;
  /** Maximum number of sources of one call; by default all. */
  readonly maxBatchSize?: number;
}

type Or<A, B> = [A] extends [string] ? A : B;

/**
 * The decorator of one mapping. The first signature accepts matching methods; the second any other one, and its return
 * type describes the mistake, which the compiler reports in its first line. The last two are for legacy decorators.
 */
export interface MethodMapping<
  in out T extends string,
  in out Fs,
  in out O,
  in out N extends Parameters,
  in out L extends Leading,
  in out K extends MappingKind,
  in out M,
> {
  /** A method that fits. */
  <const X extends string>(
    method: NoInfer<Fits<At<Fs, FieldName<X, O>>, N, L, K>>,
    context: { readonly name: X; readonly static: false; readonly private: false },
  ): void;
  /** A method that doesn't. */
  <D extends Method, const X extends string, S extends boolean, P extends boolean>(
    method: D,
    context: { readonly kind: "method"; readonly name: X; readonly static: S; readonly private: P },
  ): Verdict<
    Or<
      PlaceMistake<{ readonly static: S; readonly private: P }>,
      FieldMistake<MappingTerms<T, Fs, N, L, K, M>, FieldName<X, O>, D>
    >
  >;
  /** A property. */
  (value: undefined, context: ClassFieldDecoratorContext): Mistake<
    "only a method can serve a field, this is a property"
  >;
  /** A method that fits, in the legacy flavour. */
  <const X extends string>(
    target: object,
    name: X,
    descriptor: { readonly value?: Fits<At<Fs, FieldName<X, O>>, N, L, K> },
  ): void;
  /** A method that doesn't, in the legacy flavour. */
  <D extends Method, const X extends string>(
    target: object,
    name: X,
    descriptor: TypedPropertyDescriptor<D>,
  ): Verdict<FieldMistake<MappingTerms<T, Fs, N, L, K, M>, FieldName<X, O>, D>>;
}

type Names<N> = Extract<N extends readonly [FieldOption | BatchOption, ...infer R] ? R : N, Parameters>;
type Option<O> = O extends { readonly field: infer F extends string } ? F : undefined;
type Given<O> = readonly (Parameters[number] | O)[];

/**
 * `@QueryMapping("id")`, or `@QueryMapping({ field: "book" }, "id", param.principal())` for a method of another name.
 */
export interface RootMapping<in out T extends string, in out Fs, in out M, in out K extends MappingKind = "value"> {
  /** @param parameters an option, then the method's parameters: names of arguments, and special parameters */
  <const N extends Given<FieldOption>>(...parameters: N): MethodMapping<T, Fs, Option<N[0]>, Names<N>, [], K, M>;
}

/** `@SchemaMapping("Book", "language")`: the method receives the source, then the arguments. */
export interface TypeMapping<in out S, in out M> {
  /**
   * @param type name of the schema type
   * @param parameters an option, then the method's parameters after the source
   */
  <const T extends string, const N extends Given<FieldOption>>(
    type: T,
    ...parameters: N
  ): MethodMapping<T, At<S, T>, Option<N[0]>, Names<N>, [At<M, T>], "value", M>;
}

/** `@BatchMapping("Book")`: the method receives the list of the sources, then the arguments. */
export interface ListMapping<in out S, in out M> {
  /**
   * @param type name of the schema type
   * @param parameters an option, then the method's parameters after the sources
   */
  <const T extends string, const N extends Given<BatchOption>>(
    type: T,
    ...parameters: N
  ): MethodMapping<T, At<S, T>, Option<N[0]>, Names<N>, [At<M, T>[]], "batch", M>;
}

/** The names of the root types, if the schema does not use the default names. */
export interface RootNames {
  /** The type of queries. */
  readonly query: string;
  /** The type of mutations. */
  readonly mutation: string;
  /** The type of subscriptions. */
  readonly subscription: string;
}

/** The names that root types have by default. */
export interface DefaultRootNames extends RootNames {
  /** The type of queries. */
  readonly query: "Query";
  /** The type of mutations. */
  readonly mutation: "Mutation";
  /** The type of subscriptions. */
  readonly subscription: "Subscription";
}

/**
 * The mapping decorators of one schema. `in out` declares the variances: without it, the compiler overflows its
 * stack when it compares two of them.
 */
export interface Mappings<in out S, in out M, in out R extends RootNames = DefaultRootNames> {
  /** Maps a method to a field of the query type. */
  readonly QueryMapping: RootMapping<R["query"], At<S, R["query"]>, M>;
  /** Maps a method to a field of the mutation type. */
  readonly MutationMapping: RootMapping<R["mutation"], At<S, R["mutation"]>, M>;
  /** Maps a method to a field of the subscription type. */
  readonly SubscriptionMapping: RootMapping<R["subscription"], At<S, R["subscription"]>, M, "events">;
  /** Maps a method to a field of any type. */
  readonly SchemaMapping: TypeMapping<S, M>;
  /** Maps a method that gets the values of a field for many sources. */
  readonly BatchMapping: ListMapping<S, M>;
}

/** The run-time options of a generated module. */
export interface MappingsOptions {
  /** Names of the input types that are classes; `graphql({ models })` must name these classes. */
  readonly inputs?: readonly string[];
}

/**
 * Creates the mapping decorators of a schema, which a generated module exports. They create the same records as the
 * decorators with descriptors; the types of arguments and results are read from the schema at start-up.
 *
 * @typeParam S the fields of the schema's types
 * @typeParam M the TypeScript types of the schema's types
 * @typeParam R the names of the root types
 * @param options names of the input types that are classes
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, Resource, t } from "@espalier/espalier";
 * import { mappings } from "@espalier/espalier/graphql";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * // The types task writes these lines.
 * interface Schema {
 *   Query: { greeting(args: { name: string }): string };
 * }
 * const { QueryMapping } = mappings<Schema, Record<never, never>>();
 *
 * class GreetingController {
 *   @QueryMapping("name")
 *   greeting(name: string): string {
 *     return `Hello, ${name}!`;
 *   }
 * }
 * const schema = Resource.text("hello", "type Query { greeting(name: String!): String! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(GreetingController)));
 * const response = await GraphQlTester.create(app).document('{ greeting(name: "Ada") }').execute();
 * response.path("greeting").entity(t.string).isEqualTo("Hello, Ada!");
 * ```
 */
export function mappings<S, M = Record<never, never>, R extends RootNames = DefaultRootNames>(
  { inputs = [] }: MappingsOptions = {},
): Mappings<S, M, R> {
  const root = (decorator: string, type: string) => (...given: NamedOptions) =>
    mappingDecorator({ decorator, type, inputs, hasSource: false }, given);
  const made = {
    QueryMapping: root("QueryMapping", "Query"),
    MutationMapping: root("MutationMapping", "Mutation"),
    SubscriptionMapping: root("SubscriptionMapping", "Subscription"),
    SchemaMapping: (type: string, ...given: NamedOptions) =>
      mappingDecorator({ decorator: "SchemaMapping", type, inputs, hasSource: true }, given),
    BatchMapping: (type: string, ...given: NamedOptions) => batchDecorator({ type, inputs }, given),
  };
  // The compiler checks methods by the types of `Mappings`, which are more precise than the functions.
  return made as unknown as Mappings<S, M, R>;
}
