import {
  type AnyDescriptor,
  type Class,
  descriptionOf,
  type Generated,
  type TypeDescription,
} from "../../kernel/mod.ts";
import type { BinaryOptions, PropertyExportOptions } from "./repository_export_options.ts";

/** How a described property stands in documents. */
export interface Field {
  /** Name in documents. */
  readonly name: string;
  /** Name in the entity. */
  readonly property: string;
  /** What was described, without the nullable around it. */
  readonly descriptor: AnyDescriptor;
  /** Whether it may be null or absent. */
  readonly nullable: boolean;
  /** Whether it is absent rather than null when it has no value. */
  readonly optional: boolean;
  /** Makes the value of a new entity of which nobody says it; absent where there is no default. */
  readonly initial?: () => unknown;
  /** Whether the value may be left out of a new entity, as it is generated or has a default. */
  readonly isGenerated?: true;
  /** Never shown and never taken from clients. */
  readonly hidden: boolean;
  /** Shown, but never taken from clients. */
  readonly readOnly: boolean;
  /** Whether documents hold null in the place of what is hidden. */
  readonly isNull?: true;
  /** Whether a rule keeps the viewers from reading or writing it. */
  readonly isRestricted?: true;
  /** Whether messages must not repeat what clients send. */
  readonly isSecret: boolean;
  /** What the property means. */
  readonly description?: string;
  /** A label for people. */
  readonly title?: string;
  /** What its own resource takes and sends; absent where the value stands in documents. */
  readonly binary?: BinaryOptions;
}

/** How one property is shown to the viewers of a profile. */
export interface ViewedPropertyOptions extends PropertyExportOptions {
  /** Whether documents hold null in the place of what is hidden. */
  readonly isNull?: true;
  /** Whether a rule keeps the viewers from reading or writing it. */
  readonly isRestricted?: true;
}

/** How properties are named and shown. */
export type PropertyOptionsByName = Readonly<Record<string, ViewedPropertyOptions | undefined>>;

/** Returns the options of one property. Inherited members are no options: a property may be called `constructor`. */
export function propertyOptionsOf(options: PropertyOptionsByName, property: string): ViewedPropertyOptions {
  return Object.hasOwn(options, property) ? options[property] ?? {} : {};
}

/**
 * Lists a described class's properties as they stand in documents.
 *
 * @param description what was described
 * @param options how single properties are named and shown
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
 * The class that a descriptor refers to: an object's, or that of a list's elements.
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
