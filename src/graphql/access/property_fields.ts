import { type AccessRule, allOf, type PropertyAccess, type RequiredAccess } from "../../context/mod.ts";
import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { FieldArguments, InputTypeClasses } from "../wiring/mod.ts";

/** The rules of the properties of classes, for the fields of the types that stand for them. */
export class PropertyFields {
  readonly #beans: readonly PropertyAccess[];
  readonly #classes: InputTypeClasses;

  /**
   * @param beans the rules
   * @param classes that stand for types of the schema, beside those that have the name of the type
   */
  constructor(beans: readonly PropertyAccess[], classes: InputTypeClasses) {
    this.#beans = beans;
    this.#classes = classes;
  }

  /**
   * Finds what reading a property requires.
   *
   * @param typeName name of the type
   * @param fieldName name of the field
   */
  accessOf(typeName: string, fieldName: string): readonly RequiredAccess[] {
    return this.#beans.flatMap(({ type, rules }) => {
      const { read, refused } = rules.get(fieldName) ?? {};
      if (read === undefined || !this.#standsFor(typeName, type)) return [];
      return [{ rule: read, refused: refused === "null" ? "null" as const : "error" as const }];
    });
  }

  /**
   * Finds what a search by the values of arguments requires: to read what is searched by.
   *
   * @param type the class of what is searched
   * @param args of the field
   */
  searchRule(type: Class, args: FieldArguments): AccessRule | undefined {
    if (this.#beans.length === 0) return undefined;
    const rules = new Set<AccessRule>();
    this.#collect(type, args, rules);
    return rules.size === 0 ? undefined : allOf(...rules);
  }

  #collect(type: Class, values: FieldArguments, rules: Set<AccessRule>): void {
    const properties = descriptionOf(type)?.properties;
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === undefined) continue;
      const descriptor = properties?.get(name);
      const isObject = typeof value === "object" && !Array.isArray(value);
      if (descriptor === undefined) {
        // One argument may hold all properties.
        if (isObject) this.#collect(type, value as FieldArguments, rules);
        continue;
      }
      for (const { type: ruled, rules: ofClass } of this.#beans) {
        const read = ruled === type || type.prototype instanceof ruled ? ofClass.get(name)?.read : undefined;
        if (read !== undefined) rules.add(read);
      }
      const inner = isObject ? classIn(descriptor) : undefined;
      if (inner !== undefined) this.#collect(inner, value as FieldArguments, rules);
    }
  }

  #standsFor(typeName: string, type: Class): boolean {
    if ((descriptionOf(type)?.entity.name ?? type.name) === typeName) return true;
    const own = Object.hasOwn(this.#classes, typeName) ? this.#classes[typeName]!() : undefined;
    return own !== undefined && (own === type || own.prototype instanceof type);
  }
}

function classIn(descriptor: AnyDescriptor): Class | undefined {
  if (descriptor.kind === "nullable") return classIn(descriptor.inner);
  if (descriptor.kind === "list") return classIn(descriptor.element);
  return descriptor.kind === "object" ? descriptor.type() : undefined;
}
