import { type AnyDescriptor, descriptionOf, type TypeDescription } from "../../kernel/mod.ts";
import { UndescribedPropertyError } from "../undescribed_property_error.ts";

/**
 * Checks that an object has no value that would be lost when it is saved. Methods and `undefined` are ignored.
 *
 * @param description the description of the object's class
 * @param source the object
 * @param label its name in error messages
 * @throws UndescribedPropertyError when the object has a property that is not described
 */
export function requireDescribed({ type, properties }: TypeDescription, source: object, label: string): void {
  // Properties of any class are read by name.
  const values = source as Record<string, unknown>;
  for (const name of Object.keys(source)) {
    if (properties.has(name) || values[name] === undefined || typeof values[name] === "function") continue;
    throw new UndescribedPropertyError(type.name, name, label);
  }
}

/**
 * Checks the described objects within a JSON value. Entities are not checked, as only their id is stored.
 *
 * @param descriptor describes the value
 * @param value the value
 * @param label its name in error messages
 */
export function requireDescribedWithin(descriptor: AnyDescriptor, value: unknown, label: string): void {
  if (typeof value !== "object" || value === null) return;
  switch (descriptor.kind) {
    case "nullable":
      return requireDescribedWithin(descriptor.inner, value, label);
    case "list":
      return requireDescribedMembers(descriptor.element, value, label);
    case "map":
      return requireDescribedMembers(descriptor.value, value, label);
    case "object": {
      const description = descriptionOf(descriptor.type());
      if (description === undefined || description.entity.id !== undefined) return;
      requireDescribed(description, value, label);
      const values = value as Record<string, unknown>;
      for (const [name, inner] of description.properties) {
        requireDescribedWithin(inner, values[name], `${label}.${name}`);
      }
    }
  }
}

function requireDescribedMembers(element: AnyDescriptor, members: object, label: string): void {
  if (element.kind === "scalar" || element.kind === "enum") return;
  for (const [name, member] of Object.entries(members)) requireDescribedWithin(element, member, `${label}[${name}]`);
}
