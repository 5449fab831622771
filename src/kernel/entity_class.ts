import { describeBase, descriptionOf, isBuiltByEntity } from "./describe_type.ts";
import type { EntityOptions, IdNames } from "./entity_options.ts";
import { closestName } from "./closest_name.ts";
import { describeValue } from "./describe_value.ts";
import { requireClass } from "./require_class.ts";
import {
  type AnyDescriptor,
  type Class,
  type Generated,
  initialValueOf,
  type Mutable,
  type TypeOf,
} from "./type_descriptor.ts";

/** Carries the described properties for the compiler, to which getters look like properties. Absent at run time. */
export declare const storedProperties: unique symbol;

/** Carries the identifying properties for the compiler. Absent at run time. */
export declare const identifyingProperties: unique symbol;

/** The descriptors of an entity class, by property name. */
export type EntityProperties = Readonly<Record<string, AnyDescriptor>>;

/** Shows fields in hovers instead of helper types. */
type Flat<T> = { [K in keyof T]: T[K] } & unknown;

type NamesOf<P extends EntityProperties, Mark> = { [K in keyof P]: P[K] extends Mark ? K : never }[keyof P];

interface Optional {
  readonly optional: true;
}

/** Lists that may be replaced may be changed as well. */
type Writable<V> = V extends readonly (infer E)[] ? E[] : V;

/** The properties of an instance: read-only but for those of `t.mutable`; those of `t.optional` may be absent. */
export type FieldsOf<P extends EntityProperties, I = unknown> = Flat<
  & { readonly [K in Exclude<keyof P, NamesOf<P, Mutable | Optional>>]: TypeOf<P[K]> }
  & { -readonly [K in Exclude<NamesOf<P, Mutable>, NamesOf<P, Optional>>]: Writable<TypeOf<P[K]>> }
  & { -readonly [K in NamesOf<P, Mutable & Optional>]?: Writable<Exclude<TypeOf<P[K]>, undefined>> }
  & { readonly [K in Exclude<NamesOf<P, Optional>, NamesOf<P, Mutable>>]?: Exclude<TypeOf<P[K]>, undefined> }
  & { readonly [storedProperties]?: P }
  & (I extends IdNames ? { readonly [identifyingProperties]?: I } : unknown)
>;

/** The argument of the constructor: generated and optional properties, and those with a default, may be omitted. */
export type GivenOf<P extends EntityProperties> = Flat<
  & { readonly [K in Exclude<keyof P, NamesOf<P, Generated | Optional>>]: TypeOf<P[K]> }
  & { readonly [K in NamesOf<P, Generated | Optional>]?: TypeOf<P[K]> | undefined }
>;

/** The class that {@linkcode entity} and {@linkcode value} make, to be extended. */
export interface EntityClass<P extends EntityProperties, I = unknown> {
  /** Makes an instance of its properties, by name. */
  new (given: GivenOf<P>): FieldsOf<P, I>;
  /** Never present at run time. */
  readonly [storedProperties]?: P;
}

/** The class that {@linkcode extend} creates: the properties and methods of the upper class, and further properties. */
export type ExtendedClass<U, P extends EntityProperties> = U extends
  { readonly [storedProperties]?: infer Q extends EntityProperties; prototype: infer I } ? {
    new (given: GivenOf<Omit<Q, keyof P> & P>): I & FieldsOf<P>;
    readonly [storedProperties]?: Omit<Q, keyof P> & P;
  }
  : never;

type OptionsOver<P extends EntityProperties> = EntityOptions<{ readonly [K in keyof P & string]: unknown }>;

/** Storage and name of a class of values. */
export type ValueClassOptions<P extends EntityProperties> = Omit<OptionsOver<P>, "construct" | "id" | "version">;

/** Storage and name of a class of entities. */
export type EntityClassOptions<P extends EntityProperties> = Omit<OptionsOver<P>, "construct" | "id"> & {
  readonly id: NonNullable<OptionsOver<P>["id"]>;
};

/**
 * Describes an entity once: the class that extends the result has the described properties, a constructor that takes
 * them by name, and the description that storage, GraphQL and hypermedia read.
 *
 * If two classes refer to each other, one of them must declare the element type, because TypeScript cannot infer the
 * type of a class while it resolves its base class: `t.ref<Book>((): unknown => Book)`.
 *
 * @param properties a descriptor for each property
 * @param options the identifying property, or a list of those that identify together, and how entities are stored
 * @returns the class to extend
 * @throws TypeError when a property is no descriptor, or an option does not exist
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 *
 * class Author extends entity({ id: t.generatedId, name: t.string }, { id: "id" }) {}
 * class Book extends entity({
 *   id: t.id,
 *   title: t.string,
 *   status: t.default(t.enum("IN", "OUT"), "IN"),
 *   author: t.ref(() => Author),
 * }, { id: "id" }) {
 *   get label(): string {
 *     return `${this.title} by ${this.author.name}`;
 *   }
 * }
 * const book = new Book({ id: "1", title: "Emma", author: new Author({ name: "Jane Austen" }) });
 * console.log(book.label, book.status); // "Emma by Jane Austen" "IN"
 * ```
 */
export function entity<const P extends EntityProperties, const I extends IdNames<keyof P & string>>(
  properties: P,
  options: Omit<EntityClassOptions<P>, "id"> & { readonly id: I },
): EntityClass<P, I> {
  return baseClass("entity", properties, options as unknown as EntityOptions<unknown>) as unknown as EntityClass<P, I>;
}

/**
 * Describes a value that has no identity: it is stored in columns of the entity that holds it.
 *
 * @param properties a descriptor for each property
 * @param options names of columns and the like
 * @returns the class to extend
 * @throws TypeError when a property is no descriptor, or an option does not exist
 *
 * @example
 * ```ts
 * import { t, value } from "@espalier/espalier";
 *
 * class Money extends value({ cents: t.int, currency: t.enum("EUR", "USD") }) {
 *   plus(other: Money): Money {
 *     return new Money({ ...this, cents: this.cents + other.cents });
 *   }
 * }
 * const price = new Money({ cents: 990, currency: "EUR" });
 * console.log(price.plus(price).cents); // 1980
 * ```
 */
export function value<const P extends EntityProperties>(
  properties: P,
  options: ValueClassOptions<P> = {},
): EntityClass<P> {
  return baseClass("value", properties, options as unknown as EntityOptions<unknown>) as unknown as EntityClass<P>;
}

/**
 * Describes a subclass: it has the properties and methods of the upper class, and further properties.
 *
 * @param upper a class that extends the result of {@linkcode entity}, {@linkcode value} or {@linkcode extend}
 * @param properties a descriptor for each further property
 * @param options options that differ from those of the upper class
 * @returns the class to extend
 * @throws TypeError when the upper class was not described by one of these
 *
 * @example
 * ```ts
 * import { entity, extend, t } from "@espalier/espalier";
 *
 * class Book extends entity({ id: t.id, title: t.string }, { id: "id" }) {}
 * class AudioBook extends extend(Book, { minutes: t.int }) {}
 *
 * const audio: Book = new AudioBook({ id: "1", title: "Emma", minutes: 960 });
 * console.log(audio.title); // "Emma"
 * ```
 */
export function extend<U extends Class<object>, const P extends EntityProperties>(
  upper: U,
  properties: P,
  options: Partial<EntityClassOptions<P>> = {},
): ExtendedClass<U, P> {
  requireClass("Cannot extend a class", upper);
  const inherited = descriptionOf(upper);
  if (inherited === undefined || !isBuiltByEntity(upper)) {
    throw new TypeError(
      `Cannot extend class "${upper.name}" as it must be described by its base class: ` +
        `class ${upper.name} extends entity({…}, {…}) {}`,
    );
  }
  // Two classes have two tables and two names.
  const { name: _name, table: _table, construct: _construct, ...kept } = inherited.entity;
  // Constructors of classes are not abstract at run time.
  const made = class extends (upper as unknown as new (given: unknown) => object) {};
  describeBase("extend", made, { properties, entity: { ...kept, ...options as object } });
  return made as unknown as ExtendedClass<U, P>;
}

/** The object that is being initialized: its class's constructor returns it instead of a new object. */
let completed: object | undefined;

function baseClass(name: string, properties: EntityProperties, options: EntityOptions<unknown>): Class {
  const made = class {
    constructor(given: unknown) {
      if (completed !== undefined && given === completed) {
        completed = undefined;
        return given as object;
      }
      assignProperties(this, new.target, given);
    }
  };
  describeBase(name, made, { properties, entity: options });
  return made;
}

/** Assigns the given properties and the defaults of the others. */
function assignProperties(instance: object, type: Class, given: unknown): void {
  // The base class of every class that gets here is described.
  const { properties } = descriptionOf(type)!;
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `Cannot make a ${type.name} as its properties must be given by name, new ${type.name}({ … }): current value is ${
        describeValue(given)
      }`,
    );
  }
  // Described properties are read by name.
  const values = given as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (!properties.has(name) && values[name] !== undefined) throw undescribed(type, name, properties);
  }
  const target = instance as Record<string, unknown>;
  for (const [name, descriptor] of properties) {
    const value = values[name] === undefined ? initialValueOf(descriptor) : values[name];
    if (value !== undefined) target[name] = value;
  }
}

function undescribed(type: Class, name: string, known: ReadonlyMap<string, unknown>): TypeError {
  const meant = closestName(name, [...known.keys()]);
  const hint = meant === undefined ? `it has ${[...known.keys()].join(", ")}` : `did you mean "${meant}"?`;
  return new TypeError(`Cannot make a ${type.name} as property "${name}" is not described: ${hint}`);
}

/**
 * Whether the generated constructor of `entity` initializes the instances of a class: no class in between declares its
 * own.
 */
const completable = new WeakMap<Class, boolean>();

/**
 * Runs the field initializers of a class, private fields above all, on an object that was created from stored values.
 * For a class that declares its own constructor, or is none of {@linkcode entity}, the object is left unchanged.
 *
 * @param type the object's class
 * @param made has the class's prototype and the described properties
 * @returns the same object
 */
export function completeInstance<T extends object>(type: Class, made: T): T {
  let isCompletable = completable.get(type);
  if (isCompletable === undefined) completable.set(type, isCompletable = isBuiltByEntity(type) && takesNothing(type));
  if (!isCompletable) return made;
  completed = made;
  try {
    // An abstract class is refused by `new` itself.
    new (type as unknown as new (given: object) => object)(made);
  } finally {
    completed = undefined;
  }
  return made;
}

/** Whether no class, from this one up to the class that `entity` created, has a constructor with parameters. */
function takesNothing(type: Class): boolean {
  const parent: unknown = Object.getPrototypeOf(type);
  return parent === Function.prototype || type.length === 0 && takesNothing(parent as Class);
}
