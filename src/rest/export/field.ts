import {
  type AnyDescriptor,
  type Class,
  descriptionOf,
  type Generated,
  type TypeDescription,
} from "../../kernel/mod.ts";
import type { BinaryOptions, PropertyExportOptions } from "./repository_export_options.ts";

/** A described property in documents. */
export interface Field {
  /** Name in documents. */
  readonly name: string;
  /** Name in the entity. */
  readonly property: string;
  /** The descriptor, without the nullable around it. */
  readonly descriptor: AnyDescriptor;
  /** Whether it may be null or absent. */
  readonly nullable: boolean;
  /** Whether it is absent rather than null when it has no value. */
  readonly optional: boolean;
  /** Creates the default value for a new entity; absent if there is no default. */
  readonly initial?: () => unknown;
  /** Whether the value may be left out of a new entity, as it is generated or has a default. */
  readonly isGenerated?: true;
  /** Never shown to clients and never accepted from them. */
  readonly hidden: boolean;
  /** Shown, but never accepted from clients. */
  readonly readOnly: boolean;
  /** Whether documents contain null for the hidden value. */
  readonly isNull?: true;
  /** Whether a rule denies the viewers to read or write it. */
  readonly isRestricted?: true;
  /** Whether messages must not contain the value from clients. */
  readonly isSecret: boolean;
  /** The description of the property. */
  readonly description?: string;
  /** A label for humans. */
  readonly title?: string;
  /** The options of its binary resource; absent if the value is in documents. */
  readonly binary?: BinaryOptions;
}

/** The options of a property for the viewers of a profile. */
export interface ViewedPropertyOptions extends PropertyExportOptions {
  /** Whether documents contain null for the hidden value. */
  readonly isNull?: true;
  /** Whether a rule denies the viewers to read or write it. */
  readonly isRestricted?: true;
}

/** The options of properties by name. */
export type PropertyOptionsByName = Readonly<Record<string, ViewedPropertyOptions | undefined>>;

/** Returns the options of one property. Inherited members are no options: a property may be called `constructor`. */
export function propertyOptionsOf(options: PropertyOptionsByName, property: string): ViewedPropertyOptions {
  return Object.hasOwn(options, property) ? options[property] ?? {} : {};
}

/**
 * Lists the properties of a described class in documents.
 *
 * @param description what was described
 * @param options the options of properties
 */
export function fieldsOf(description: TypeDescription, options: PropertyOptionsByName = {}): Field[] {
  const secrets: readonly string[] = description.entity.secrets ?? [];
  return [...description.properties].map(([property, described]) => {
    const own = propertyOptionsOf(options, property);
    const { name = property, hidden = secrets.includes(property), readOnly = false, description: text, title, binary } =
      own;
    const nullable = described.kind === "nullable";
    const descriptor = nullable ? described.inner : described;
    const optional = nullable && described.optional;
    const isSecret = secrets.includes(property);
    const field = { name, property, descriptor, nullable, optional, hidden, readOnly, isSecret };
    const { isNull, isRestricted } = own;
    const { isGenerated, initial } = described as Partial<Generated>;
    return {
      ...field,
      ...(isNull ? { isNull } : {}),
      ...(isRestricted ? { isRestricted } : {}),
      ...(isGenerated ? { isGenerated } : {}),
      ...(initial === undefined ? {} : { initial }),
      ...(text === undefined ? {} : { description: text }),
      ...(title === undefined ? {} : { title }),
      ...(binary === undefined ? {} : { binary }),
    };
  });
}

/**
 * Returns the class that a descriptor refers to: of an object, or of a list's elements.
 *
 * @param descriptor any descriptor
 */
export function targetClassOf(descriptor: AnyDescriptor): Class | undefined {
  if (descriptor.kind === "nullable") return targetClassOf(descriptor.inner);
  if (descriptor.kind === "object") return descriptor.type();
  if (descriptor.kind === "list" || descriptor.kind === "container") return targetClassOf(descriptor.element);
  return undefined;
}

/** Whether a class is described with an id. */
export function isEntityClass(type: Class): boolean {
  return descriptionOf(type)?.entity.id !== undefined;
}
