import { type GraphQLSchema, isObjectType } from "../../../deps.ts";
import { type Class, isClass, type MaybePromise } from "../../kernel/mod.ts";
import { interfacesOf } from "./declared_interfaces.ts";
import type { TypeResolutionEnvironment, TypeResolver } from "./type_resolver.ts";
import { typenameOf } from "./typename_property.ts";

/** Selects the values of an explicit mapping: a class, or a predicate on the value. */
export type MappedClass = Class | ((value: unknown) => boolean);

interface Mapping {
  readonly matches: (value: unknown) => boolean;
  readonly type: MappedClass;
  readonly typeName: string;
}

/**
 * Finds the object type whose name equals the simple name of the value's class.
 *
 * Order: explicit mappings as they were added; the class name and, failing that, the names of the interfaces it
 * declares and of its ancestors; then a `__typename` property of the value.
 */
export class ClassNameTypeResolver implements TypeResolver {
  #nameOf: (type: Class) => string = (type) => type.name;
  readonly #mappings: Mapping[] = [];
  readonly #names = new WeakMap<GraphQLSchema, (value: unknown) => string | undefined>();

  /**
   * Sets the function that derives a type name from a class. The default returns the class's name.
   *
   * @param extractor returns the type name of a class
   */
  setClassNameExtractor(extractor: (type: Class) => string): this {
    this.#nameOf = extractor;
    return this;
  }

  /**
   * Maps a class and its subclasses, or the values that a predicate accepts, to an object type.
   *
   * @param type a class or a predicate; the first mapping that matches wins
   * @param typeName name of an object type of the schema
   */
  addMapping(type: MappedClass, typeName: string): this {
    const matches = isClass(type) ? (value: unknown) => value instanceof (type as never) : type as Mapping["matches"];
    this.#mappings.push({ matches, type, typeName });
    return this;
  }

  /** The explicit mappings of classes, for schema inspection. */
  get mappings(): readonly (readonly [type: Class, typeName: string])[] {
    return this.#mappings.filter((m) => isClass(m.type)).map((m) => [m.type as Class, m.typeName] as const);
  }

  /** Finds the type by the class of the value. */
  getType({ value, schema }: TypeResolutionEnvironment): MaybePromise<string | undefined> {
    return this.typeNamesIn(schema)(value);
  }

  /**
   * Returns the equivalent of {@linkcode getType} for engines that resolve many values of one schema: the type name of
   * each class is cached.
   *
   * @param schema the schema that has the types
   * @returns a function that returns the type name of a value, or `undefined` if the value does not determine it
   */
  typeNamesIn(schema: GraphQLSchema): (value: unknown) => string | undefined {
    let names = this.#names.get(schema);
    if (!names) this.#names.set(schema, names = this.#makeNames(schema));
    return names;
  }

  #makeNames(schema: GraphQLSchema): (value: unknown) => string | undefined {
    const byClass = new Map<unknown, string | undefined>();
    const nameOfClass = (type: Class): string | undefined => {
      const known = byClass.get(type);
      if (known !== undefined || byClass.has(type)) return known;
      const found = this.#walk(type, schema);
      byClass.set(type, found);
      return found;
    };
    return (value) => {
      const mapped = this.#mappings.length > 0 ? this.#mappings.find(({ matches }) => matches(value)) : undefined;
      if (mapped) return requireObjectType(mapped, schema);
      if (typeof value !== "object" || value === null) return undefined;
      const type = Object.getPrototypeOf(value)?.constructor;
      const named = typeof type === "function" && type !== Object ? nameOfClass(type as Class) : undefined;
      return named ?? typenameOf(value);
    };
  }

  #walk(type: Class, schema: GraphQLSchema): string | undefined {
    const name = this.#nameOf(type);
    if (isObjectType(schema.getType(name))) return name;
    for (const declared of interfacesOf(type)) {
      const found = isObjectType(schema.getType(declared)) ? declared : undefined;
      if (found) return found;
    }
    const parent = Object.getPrototypeOf(type);
    return typeof parent === "function" && parent !== Function.prototype ? this.#walk(parent, schema) : undefined;
  }
}

function requireObjectType({ type, typeName }: Mapping, schema: GraphQLSchema): string {
  if (isObjectType(schema.getType(typeName))) return typeName;
  throw new TypeError(`Invalid mapping for ${type.name}. No GraphQL Object type with name '${typeName}'.`);
}
