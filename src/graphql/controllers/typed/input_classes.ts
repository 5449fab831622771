import { Kind, type TypeNode } from "../../../../deps.ts";
import { type Class, descriptionOf, type MaybePromise, t } from "../../../kernel/mod.ts";
import type { PropertyNameOf } from "../binding/argument_name_resolver.ts";
import { bindingOf } from "../binding/bind_argument.ts";
import { binderFor } from "../binding/binder_for.ts";
import { planFor } from "../binding/class_binder.ts";
import type { ModelClasses } from "./model_classes.ts";
import type { SchemaFields } from "./schema_fields.ts";

/** Converts a coerced value to instances of classes. */
export type InputBinder = (value: unknown, propertyNameOf?: PropertyNameOf) => MaybePromise<unknown>;

type Constructor = new (fields: Readonly<Record<string, unknown>>) => object;

/** The dependencies of an {@linkcode InputClasses}. */
export interface InputClassesParts {
  /** Classes by the names of schema types. */
  readonly classes: ModelClasses;
  readonly schema: SchemaFields;
  /** Names of the input types that are classes in the types of the schema. */
  readonly required: readonly string[];
}

/** Creates instances of the classes of input types, at any depth of an argument. */
export class InputClasses {
  readonly #classes: ModelClasses;
  readonly #schema: SchemaFields;
  readonly #required: readonly string[];
  readonly #binders = new Map<string, InputBinder | undefined>();

  /** @param parts the classes and the fields of input types, and the names of those that must have a class */
  constructor(parts: InputClassesParts) {
    this.#classes = parts.classes;
    this.#schema = parts.schema;
    this.#required = parts.required;
  }

  /**
   * Rejects an argument whose TypeScript type is a class that is not registered: the method would receive a plain
   * object.
   *
   * @param type the argument's type
   * @param description names the method, for the error
   * @throws TypeError that names the input type
   */
  require(type: TypeNode, description: string): void {
    const within = new Set<string>();
    this.#collect(nameOf(type), within);
    const missing = this.#required.find((name) => within.has(name) && this.#classOf(name) === undefined);
    if (missing === undefined) return;
    throw new TypeError(
      `Cannot map ${description} as input type "${missing}" is a class in the types of the schema, which must be given ` +
        "to graphql({ models }): the types task writes them beside the types",
    );
  }

  #collect(typeName: string, seen: Set<string>): void {
    const fields = this.#schema.inputFields(typeName);
    if (fields === undefined || seen.has(typeName)) return;
    seen.add(typeName);
    for (const type of fields.values()) this.#collect(nameOf(type), seen);
  }

  /**
   * Creates the binder of an argument or input field.
   *
   * @param type its type
   * @param name its name, for errors
   * @returns `undefined` if the type contains no class: the coerced value is used unchanged
   * @throws TypeError when a class can't be constructed of an input's fields
   */
  binderOf(type: TypeNode, name: string): InputBinder | undefined {
    if (type.kind === Kind.NON_NULL_TYPE) return this.binderOf(type.type, name);
    const one = type.kind === Kind.LIST_TYPE ? this.binderOf(type.type, name) : this.#named(type.name.value, name);
    if (one === undefined) return undefined;
    if (type.kind !== Kind.LIST_TYPE) {
      return (value, propertyNameOf) => value === null || value === undefined ? value : one(value, propertyNameOf);
    }
    return (value, propertyNameOf) =>
      Array.isArray(value) ? value.map((element) => one(element, propertyNameOf)) : value;
  }

  #named(typeName: string, name: string): InputBinder | undefined {
    if (!this.#reachesClass(typeName)) return undefined;
    const made = this.#binders.get(typeName);
    if (made) return made;
    // Input types may contain each other, so a type's binder is looked up for the first value.
    const binder: InputBinder = (value, propertyNameOf) => own(value, propertyNameOf);
    this.#binders.set(typeName, binder);
    const own: InputBinder = this.#binderFor(typeName, name);
    return binder;
  }

  #reachesClass(typeName: string): boolean {
    const within = new Set<string>();
    this.#collect(typeName, within);
    return [...within].some((name) => this.#classOf(name) !== undefined);
  }

  #classOf(typeName: string): (() => Class) | undefined {
    return Object.hasOwn(this.#classes, typeName) ? this.#classes[typeName] : undefined;
  }

  #binderFor(typeName: string, name: string): InputBinder {
    const thunk = this.#classOf(typeName);
    const type = thunk?.();
    if (thunk && type && descriptionOf(type)) {
      planFor(type, binderFor);
      return bindingOf(t.object(thunk), name);
    }
    const fields = [...this.#schema.inputFields(typeName)!].map(([field, of]) =>
      [field, this.binderOf(of, field)] as const
    );
    const make = type ? instanceOf(type) : (values: object) => values;
    return (value, propertyNameOf) => {
      const given = value as Readonly<Record<string, unknown>>;
      const bound: Record<string, unknown> = {};
      for (const [field, bind] of fields) {
        if (!Object.hasOwn(given, field)) continue;
        bound[propertyNameOf?.(field) ?? field] = bind ? bind(given[field], propertyNameOf) : given[field];
      }
      return make(bound);
    };
  }
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

/**
 * A class without description receives its fields as one object, or has no parameter and its properties are assigned.
 */
function instanceOf(type: Class): (values: Readonly<Record<string, unknown>>) => object {
  const Type = type as unknown as Constructor;
  if (type.length > 1) {
    throw new TypeError(
      `Cannot make class "${type.name}" of an input as it must be described, or its constructor must take one object ` +
        `with the fields: it takes ${type.length} parameters`,
    );
  }
  if (type.length === 1) return (values) => new Type(values);
  return (values) => Object.assign(new (Type as unknown as new () => object)(), values);
}
