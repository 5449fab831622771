import { checkEntityOptions, type EntityOptions } from "./entity_options.ts";
import { requireClass } from "./require_class.ts";
import {
  type AnyDescriptor,
  type Class,
  type Generated,
  isSecret,
  requireDescriptor,
  type TypeDescriptor,
} from "./type_descriptor.ts";

/** Accepts mutable lists too: the types of list descriptors are read-only. */
type ReadonlyForm<V> = V extends readonly (infer E)[] ? readonly E[] : V;

/** The descriptors of a class's properties, by property name. */
export type PropertyDescriptors<T> = {
  readonly [K in keyof T]?: TypeDescriptor<T[K]> | TypeDescriptor<ReadonlyForm<T[K]>>;
};

/** The description that {@linkcode describeType} recorded for a class. */
export interface TypeDescription<T = unknown> {
  /** The described class. */
  readonly type: Class<T>;
  /** The descriptor of each property, by name. */
  readonly properties: ReadonlyMap<string, AnyDescriptor>;
  /** How entities of the class are stored. */
  readonly entity: EntityOptions<T>;
  /**
   * Whether the class was created by `entity` or a similar function: the class that extends it inherits the
   * description.
   */
  readonly isBase?: true;
}

const description: unique symbol = Symbol.for("espalier.typeDescription");

interface DescribedClass {
  [description]?: TypeDescription;
}

/**
 * Describes the properties of a class once, for all their uses at run time: argument binding, schema
 * inspection, derived queries, sorting, hypermedia and storage.
 *
 * The compiler checks each descriptor against the property's type. The description hangs on the class itself;
 * a subclass starts from its parent's properties.
 *
 * @param type the class
 * @param properties a descriptor for each property, those of the constructor's parameters first and in
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
  return record(type, { properties: allProperties(type, properties), entity });
}

function allProperties(type: Class, own: object): ReadonlyMap<string, AnyDescriptor> {
  return new Map([...descriptionOf(type)?.properties ?? [], ...Object.entries(own) as [string, AnyDescriptor][]]);
}

function record<T>(type: Class<T>, described: Omit<TypeDescription<T>, "type">): TypeDescription<T> {
  const made: TypeDescription<T> = { type, ...described, entity: withSecrets(described) };
  Object.defineProperty(type, description, { value: made, configurable: true });
  const { name } = described.entity;
  if (name !== undefined) Object.defineProperty(type, "name", { value: name, configurable: true });
  return made;
}

/** Properties are secret by their descriptors, or by an option. */
function withSecrets<T>({ properties, entity }: Omit<TypeDescription<T>, "type">): EntityOptions<T> {
  const described = [...properties].filter(([, descriptor]) => isSecret(descriptor)).map(([name]) => name);
  if (described.length === 0) return entity;
  // The names are those of described properties.
  return { ...entity, secrets: [...new Set([...entity.secrets ?? [], ...described as (keyof T & string)[]])] };
}

/**
 * Describes a base class: the class that extends it inherits the description.
 *
 * @param action the function that describes it, for messages: `entity`
 * @param type the class
 * @param described its properties and options
 * @throws TypeError when a property is no descriptor, or an option does not exist
 */
export function describeBase(
  action: string,
  type: Class,
  { properties, entity }: { readonly properties: object; readonly entity: EntityOptions<unknown> },
): void {
  Object.defineProperty(type, "name", { value: entity.name ?? action, configurable: true });
  checkProperties(type, properties);
  checkEntityOptions(type, entity);
  const all = allProperties(type, properties);
  const version = [...all].find(([, descriptor]) => (descriptor as Partial<Generated>).isVersion)?.[0];
  // Options are over names of properties, which the type of an unknown class has none of.
  const options = version === undefined ? entity : { version: version as never, ...entity };
  record(type, { properties: all, entity: options, isBase: true });
}

/**
 * Whether a class was described by its base class: by `entity`, `value` or `extend`.
 *
 * @param type the class
 */
export function isBuiltByEntity(type: Class): boolean {
  for (let c: unknown = type; typeof c === "function" && c !== Function.prototype; c = Object.getPrototypeOf(c)) {
    if (Object.hasOwn(c, description) && (c as DescribedClass)[description]?.isBase) return true;
  }
  return false;
}

/** The name shows whether a bundler renames classes. */
class EspalierNameProbe {}
const isMinified = EspalierNameProbe.name !== "EspalierNameProbe";

/** Moves the description of a base class to the class that extends it. */
function takeOver(type: Class, { type: base, properties, entity }: TypeDescription): TypeDescription {
  let owner = type;
  while (Object.getPrototypeOf(owner) !== base) owner = Object.getPrototypeOf(owner) as Class;
  if (isMinified && entity.name === undefined) {
    throw new TypeError(
      `Cannot name class "${owner.name}" as its code is minified: set its name by an option of its description, ` +
        `entity({ ${[...properties.keys()].join(", ")} }, { id: "…", name: "…" })`,
    );
  }
  return record(owner, { properties, entity });
}

function checkDescription<T>(type: Class<T>, properties: object, entity: EntityOptions<T>): void {
  requireClass("Cannot describe a class", type);
  // A class that extends `entity(…)` inherits the description at the first look-up.
  void descriptionOf(type);
  if (Object.hasOwn(type, description)) {
    throw new TypeError(`Cannot describe class "${type.name}" as it has been described before`);
  }
  if (typeof properties !== "object" || properties === null) {
    throw new TypeError(
      `Cannot describe class "${type.name}" as its properties must be an object of descriptors, { id: t.id, … }`,
    );
  }
  checkProperties(type, properties);
  checkEntityOptions(type, entity);
}

function checkProperties(type: Class, properties: object): void {
  for (const [name, descriptor] of Object.entries(properties)) {
    requireDescriptor(`Cannot describe property "${name}" of class "${type.name}"`, descriptor);
  }
}

/**
 * Returns the description of a class, or of the nearest class that it extends.
 *
 * @param type the class
 * @returns the description, or `undefined` when neither the class nor an ancestor was described
 */
export function descriptionOf<T>(type: Class<T>): TypeDescription<T> | undefined {
  const found = (type as DescribedClass)[description];
  const described = found?.isBase === true && found.type !== type ? takeOver(type, found) : found;
  // The description was recorded for this class, or for one that it extends.
  return described as TypeDescription<T> | undefined;
}
