import { checkEntityOptions, type EntityOptions } from "./entity_options.ts";
import { requireClass } from "./require_class.ts";
import { type AnyDescriptor, type Class, requireDescriptor, type TypeDescriptor } from "./type_descriptor.ts";

/** The descriptors of a class's properties, by property name. */
export type PropertyDescriptors<T> = { readonly [K in keyof T]?: TypeDescriptor<T[K]> };

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
  checkEntityOptions(type, entity);
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
