import { type AnyDescriptor, type Class, t, type TypeDescriptor, type TypeOf } from "../../../kernel/mod.ts";
import { ArgumentValue } from "./argument_value.ts";

/**
 * Describes a property of an input class, or an argument, that distinguishes between omitted and `null`: a partial
 * update that keeps omitted properties.
 *
 * @param inner describes the value when there is one
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ArgumentValue, argumentValueOf, describeType, t } from "@espalier/espalier";
 *
 * class BookChange {
 *   constructor(readonly title: ArgumentValue<string>) {}
 * }
 * describeType(BookChange, { title: argumentValueOf(t.string) });
 *
 * assertEquals(new BookChange(ArgumentValue.omitted()).title.isOmitted(), true);
 * ```
 */
export function argumentValueOf<D extends AnyDescriptor>(
  inner: D,
): TypeDescriptor<ArgumentValue<NonNullable<TypeOf<D>>>> {
  type Value = ArgumentValue<NonNullable<TypeOf<D>>>;
  // Optional for code that checks which inputs the client may omit; binding never returns `undefined` for it.
  return t.optional(t.container(() => ArgumentValue as unknown as Class, inner)) as unknown as TypeDescriptor<Value>;
}

/** Whether a descriptor was made by {@linkcode argumentValueOf}. */
export function isArgumentValue(descriptor: AnyDescriptor): boolean {
  return descriptor.kind === "nullable" && holdsArgumentValue(descriptor.inner);
}

/** Whether a descriptor's class is `ArgumentValue`. */
export function holdsArgumentValue(descriptor: AnyDescriptor): boolean {
  return descriptor.kind === "container" && descriptor.type() as unknown === ArgumentValue;
}
