import { checkOptions } from "./check_options.ts";
import { requireClass } from "./require_class.ts";
import { type AnyDescriptor, type Class, requireDescriptor, type TypeDescriptor } from "./type_descriptor.ts";

/** The descriptors of a class's properties, by property name. */
export type PropertyDescriptors<T> = { readonly [K in keyof T]?: TypeDescriptor<T[K]> };

/** How a described class is constructed and, where it is an entity, stored. */
export interface EntityOptions<T> {
  /**
   * Makes an instance of input that a client sent. By default the constructor gets the properties in the order in
   * which they are described; write this where it takes them otherwise. A property that the client left out is absent.
   */
  readonly construct?: (values: Partial<T>) => T;
  /** Name of the table; by default the plural of the class name in snake case. */
  readonly table?: string;
  /** The identifying property. A class with an id is an entity; one without is a value embedded into others. */
  readonly id?: keyof T & string;
  /** The property that counts changes and guards against lost updates. */
  readonly version?: keyof T & string;
  /** Column names that differ from the property's name in snake case. */
  readonly columns?: { readonly [K in keyof T & string]?: string };
  /** Whether the database makes the id (`"database"`), or the application (`"application"`, the default). */
  readonly generatedId?: "database" | "application";
  /** How properties that refer to other entities are stored and read. */
  readonly references?: { readonly [K in keyof T & string]?: ReferenceOptions };
  /**
   * Property paths that are searched or sorted by together; schema creation makes an index for each list. End a list
   * with the id where collections are paged in that order: sorts end with it.
   */
  readonly indexes?: readonly (readonly (string | IndexedPath)[])[];
}

/** A property path of an index, with how its values are compared. */
export interface IndexedPath {
  /** The property path. */
  readonly path: string;
  /** Whether the index serves sorts and searches that ignore the case of letters instead of those that mind it. */
  readonly ignoreCase?: boolean;
}

/** How a property that refers to one other entity or to a list of them is stored and read. */
export interface ReferenceOptions {
  /**
   * For one entity: `"eager"`, the default, reads the referred entity along; `"reference"` gives an object of its class
   * of which only the id is filled in. Lists are read with `"eager"`, the default, and absent with `"reference"`.
   */
  readonly fetch?: "eager" | "reference";
  /** For lists: the property of the elements that refers back. Without it the list is kept in a table of its own. */
  readonly mappedBy?: string;
}

/** What {@linkcode describeType} recorded about a class. */
export interface TypeDescription<T = unknown> {
  readonly type: Class<T>;
  readonly properties: ReadonlyMap<string, AnyDescriptor>;
  readonly entity: EntityOptions<T>;
}

const description: unique symbol = Symbol.for("espalier.typeDescription");

interface DescribedClass {
  [description]?: TypeDescription;
}

/**
 * Describes a class once, for everything that has to know its properties at run time: argument binding, schema
 * inspection, derived queries, sorting, hypermedia and storage.
 *
 * The compiler checks each descriptor against the property's type. The description hangs on the class itself;
 * a subclass starts from its parent's properties.
 *
 * @param type the class
 * @param properties a descriptor for each property that is to be known, those that the constructor takes first and in
 * its order; refer to classes by thunk
 * @param entity how instances are constructed and stored
 * @returns the description
 * @throws TypeError when the class has been described before, a property is no descriptor, or an option does not exist
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 *
 * class Author {
 *   constructor(readonly id: string, readonly name: string, readonly born: number | null) {}
 * }
 * describeType(Author, { id: t.id, name: t.string, born: t.nullable(t.int) }, { id: "id" });
 * ```
 */
export function describeType<T>(
  type: Class<T>,
  properties: PropertyDescriptors<T>,
  entity: EntityOptions<T> = {},
): TypeDescription<T> {
  checkDescription(type, properties, entity);
  const inherited = descriptionOf(type)?.properties ?? [];
  const own = Object.entries(properties) as [string, AnyDescriptor][];
  const made: TypeDescription<T> = { type, properties: new Map([...inherited, ...own]), entity };
  Object.defineProperty(type, description, { value: made, configurable: true });
  return made;
}

function checkDescription<T>(type: Class<T>, properties: object, entity: EntityOptions<T>): void {
  requireClass("Cannot describe a class", type);
  if (Object.hasOwn(type, description)) {
    throw new TypeError(`Cannot describe class "${type.name}" as it has been described before`);
  }
  if (typeof properties !== "object" || properties === null) {
    throw new TypeError(
      `Cannot describe class "${type.name}" as its properties must be an object of descriptors, { id: t.id, … }`,
    );
  }
  for (const [name, descriptor] of Object.entries(properties)) {
    requireDescriptor(`Cannot describe property "${name}" of class "${type.name}"`, descriptor);
  }
  checkOptions<EntityOptions<T>>(`describeType(${type.name}, …)`, entity, {
    table: true,
    construct: true,
    id: true,
    version: true,
    columns: true,
    generatedId: true,
    references: true,
    indexes: true,
  });
  checkIndexes(type, entity.indexes ?? []);
}

function checkIndexes(type: Class, indexes: unknown): void {
  const isPath = (path: unknown) => {
    if (typeof path === "string") return true;
    const { path: text, ignoreCase = false, ...rest } = Object(path) as Record<string, unknown>;
    return typeof text === "string" && typeof ignoreCase === "boolean" && Object.keys(rest).length === 0;
  };
  const isList = (paths: unknown) => Array.isArray(paths) && paths.length > 0 && paths.every(isPath);
  if (Array.isArray(indexes) && indexes.every(isList)) return;
  throw new TypeError(
    `Cannot use option "indexes" of class "${type.name}" as it must be a list of lists of property paths, ` +
      `[["title", "id"]] or [[{ path: "title", ignoreCase: true }, "id"]]`,
  );
}

/**
 * Looks up what {@linkcode describeType} recorded for a class or the nearest class that it extends.
 *
 * @param type the class
 * @returns the description, or `undefined` when neither the class nor an ancestor was described
 */
export function descriptionOf<T>(type: Class<T>): TypeDescription<T> | undefined {
  return (type as DescribedClass)[description] as TypeDescription<T> | undefined;
}
