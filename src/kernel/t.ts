import { describeValue } from "./describe_value.ts";
import { classThunk } from "./require_class.ts";
import {
  type AnyDescriptor,
  type Class,
  type Generated,
  type Mutable,
  requireDescriptor,
  type ScalarName,
  type Secret,
  type TypeDescriptor,
  type TypeOf,
} from "./type_descriptor.ts";

/** The type descriptors that `t` offers. */
export interface TypeFactory {
  /** A string. */
  readonly string: TypeDescriptor<string>;
  /** A whole number of 32 bits, GraphQL's `Int`. */
  readonly int: TypeDescriptor<number>;
  /** A double-precision number, GraphQL's `Float`. */
  readonly float: TypeDescriptor<number>;
  /** True or false. */
  readonly boolean: TypeDescriptor<boolean>;
  /** An identifier, GraphQL's `ID`. */
  readonly id: TypeDescriptor<string>;
  /** A whole number of any size. */
  readonly bigint: TypeDescriptor<bigint>;
  /** A point in time. */
  readonly date: TypeDescriptor<Date>;
  /** A UUID, as a lower-case string. */
  readonly uuid: TypeDescriptor<string>;
  /** A decimal number of arbitrary precision, as a string: `"12.50"`. It is compared by value. */
  readonly decimal: TypeDescriptor<string>;
  /** A date without a time. */
  readonly localDate: TypeDescriptor<Temporal.PlainDate>;
  /** A time of day without a date. */
  readonly localTime: TypeDescriptor<Temporal.PlainTime>;
  /** A date and time without a zone. */
  readonly localDateTime: TypeDescriptor<Temporal.PlainDateTime>;
  /** A point in time with microseconds, where `date` has milliseconds. */
  readonly instant: TypeDescriptor<Temporal.Instant>;
  /** Raw bytes. */
  readonly bytes: TypeDescriptor<Uint8Array>;
  /** Any JSON value, stored unchanged. */
  readonly json: TypeDescriptor<unknown>;
  /** A value of unknown type. */
  readonly unknown: TypeDescriptor<unknown>;
  /**
   * One of the given strings.
   *
   * @param values the permitted strings
   */
  enum<const V extends readonly string[]>(...values: V): TypeDescriptor<V[number]>;
  /**
   * A value of the inner type, or `null`.
   *
   * @param inner the type when it is there
   */
  nullable<D extends AnyDescriptor>(inner: D): TypeDescriptor<TypeOf<D> | null>;
  /**
   * A value of the inner type, or `undefined` when absent.
   *
   * @param inner the type when it is there
   */
  optional<D extends AnyDescriptor>(inner: D): TypeDescriptor<TypeOf<D> | undefined> & { readonly optional: true };
  /**
   * A list.
   *
   * @param element the type of each element
   */
  list<D extends AnyDescriptor>(element: D): TypeDescriptor<readonly TypeOf<D>[]>;
  /**
   * An instance of a class.
   *
   * @param type a thunk that names the class, so that two files may refer to each other's classes
   */
  object<T>(type: () => Class<T>): TypeDescriptor<T>;
  /**
   * A generic class that contains items, such as `Page`.
   *
   * @param type a thunk that names the container's class
   * @param element the type of the items
   */
  container<T>(type: () => Class<T>, element: AnyDescriptor): TypeDescriptor<T>;
  /**
   * A dictionary with string keys.
   *
   * @param value the type of the values
   */
  map<D extends AnyDescriptor>(value: D): TypeDescriptor<Readonly<Record<string, TypeOf<D>>>>;
  /**
   * An instance of a class that may refer back: `t.ref<Book>((): unknown => Book)` in a class that `Book` refers to.
   * Where
   * it does not, `t.ref(() => Book)` is the same as `t.object(() => Book)`.
   *
   * @param type a thunk that names the class
   */
  ref<T>(type: () => Class<T>): TypeDescriptor<T>;
  /**
   * An instance of a class that refers back.
   *
   * @param type a thunk that names the class, `(): unknown => Book`
   */
  ref<T>(type: () => unknown): TypeDescriptor<T>;
  /** An identifier that an entity gets when it is saved: for the constructors of `entity(…)`. */
  readonly generatedId: TypeDescriptor<string> & Generated;
  /** The version of an entity: incremented by each save; `entity(…)` uses the property as its option `version`. */
  readonly version: TypeDescriptor<number> & Generated;
  /**
   * A value that the database generates when an entity is saved; the constructor does not require it.
   *
   * @param inner the type of the value
   */
  generated<D extends AnyDescriptor>(inner: D): D & Generated;
  /**
   * A value with a default, which the constructor of an entity does not require.
   *
   * @param inner the type of the value
   * @param value the default, shared by all instances; use `t.defaultFrom` for objects
   */
  default<D extends AnyDescriptor>(inner: D, value: NoInfer<TypeOf<D>>): D & Generated;
  /**
   * A value with a default, which the constructor of an entity does not require.
   *
   * @param inner the type of the value
   * @param make creates the default of each instance
   */
  defaultFrom<D extends AnyDescriptor>(inner: D, make: () => NoInfer<TypeOf<D>>): D & Generated;
  /**
   * A property of an entity that may be assigned, and a list that may be changed.
   *
   * @param inner the type of the value
   */
  mutable<D extends AnyDescriptor>(inner: D): D & Mutable;
  /**
   * A value that is never written to logs, traces, audit records and messages, such as a password: of a property, or of
   * an argument. REST exports hide such properties unless configured otherwise.
   *
   * @param inner the type of the value
   */
  secret<D extends AnyDescriptor>(inner: D): D & Secret;
}

function scalar<T>(name: ScalarName): TypeDescriptor<T> {
  return { kind: "scalar", name };
}

/**
 * Describes types at run time.
 *
 * @example
 * ```ts
 * import { t } from "@espalier/espalier";
 *
 * class Author {
 *   constructor(readonly name: string) {}
 * }
 * const authors = t.list(t.nullable(t.object(() => Author)));
 * console.log(authors.kind); // "list"
 * ```
 */
export const t: TypeFactory = {
  string: scalar("String"),
  int: scalar("Int"),
  float: scalar("Float"),
  boolean: scalar("Boolean"),
  id: scalar("ID"),
  bigint: scalar("BigInt"),
  date: scalar("Date"),
  uuid: scalar("Uuid"),
  decimal: scalar("Decimal"),
  localDate: scalar("LocalDate"),
  localTime: scalar("LocalTime"),
  localDateTime: scalar("LocalDateTime"),
  instant: scalar("Instant"),
  bytes: scalar("Bytes"),
  json: scalar("Json"),
  unknown: { kind: "unknown" },
  enum: (...values) => ({ kind: "enum", values }),
  nullable: (inner) => ({ kind: "nullable", inner: described("nullable", inner), optional: false }),
  optional: (inner) => ({ kind: "nullable", inner: described("optional", inner), optional: true } as const),
  list: (element) => ({ kind: "list", element: described("list", element) }),
  object: (type) => ({ kind: "object", type: named("object", type) }),
  container: (type, element) => ({
    kind: "container",
    type: named("container", type),
    element: described("container", element),
  }),
  map: (value) => ({ kind: "map", value: described("map", value) }),
  // The caller specifies the class if TypeScript cannot infer it.
  ref: <T>(type: () => unknown): TypeDescriptor<T> => ({
    kind: "object",
    type: named("ref", type as () => Class<T>),
  }),
  generatedId: { kind: "scalar", name: "ID", isGenerated: true },
  version: { kind: "scalar", name: "Int", isGenerated: true, isVersion: true },
  generated: (inner) => ({ ...described("generated", inner), isGenerated: true }),
  default: (inner, value) => ({ ...described("default", inner), isGenerated: true, initial: () => value }),
  defaultFrom: (inner, make) => ({
    ...described("defaultFrom", inner),
    isGenerated: true,
    initial: requireMaker("defaultFrom", make),
  }),
  mutable: (inner) => ({ ...described("mutable", inner), isMutable: true }),
  secret: (inner) => ({ ...described("secret", inner), isSecret: true }),
};

function described<D extends AnyDescriptor>(name: string, inner: D): D {
  requireDescriptor(`Cannot describe t.${name}`, inner);
  return inner;
}

function requireMaker<M>(name: string, make: M): M {
  if (typeof make === "function") return make;
  throw new TypeError(
    `Cannot describe t.${name} as a function must make the value, () => new Date(): current value is ${
      describeValue(make)
    }`,
  );
}

function named<T>(name: string, type: () => Class<T>): () => Class<T> {
  return classThunk(`Cannot describe t.${name}`, type);
}
