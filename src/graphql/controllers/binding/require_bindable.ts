import { type AnyDescriptor, type Class, descriptionOf } from "../../../kernel/mod.ts";
import { holdsArgumentValue } from "./argument_value_of.ts";
import { binderFor } from "./binder_for.ts";
import { planFor } from "./class_binder.ts";

/**
 * Checks at start-up that every class in a described type can be bound.
 *
 * @param descriptor the type of an argument
 * @param seen the classes already checked, because descriptions may be cyclic
 * @throws TypeError that names the class
 */
export function requireBindable(descriptor: AnyDescriptor, seen: Set<Class> = new Set()): void {
  switch (descriptor.kind) {
    case "nullable":
      return requireBindable(descriptor.inner, seen);
    case "list":
      return requireBindable(descriptor.element, seen);
    case "map":
      return requireBindable(descriptor.value, seen);
    case "container":
      if (holdsArgumentValue(descriptor)) return requireBindable(descriptor.element, seen);
      return requireBindableClass(descriptor.type(), seen);
    case "object":
      return requireBindableClass(descriptor.type(), seen);
  }
}

function requireBindableClass(type: Class, seen: Set<Class>): void {
  if (seen.has(type)) return;
  seen.add(type);
  planFor(type, binderFor);
  for (const property of descriptionOf(type)?.properties.values() ?? []) requireBindable(property, seen);
}
