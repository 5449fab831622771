import { type AnyDescriptor, descriptionOf, isTemporal, type ScalarName } from "../../../kernel/mod.ts";
import { ArgumentValue } from "./argument_value.ts";
import { holdsArgumentValue } from "./argument_value_of.ts";

const scalars: Readonly<Record<ScalarName, (name: string, number: number) => unknown>> = {
  String: (name, number) => `${name.toLowerCase()}${number}`,
  ID: (name, number) => `${name.toLowerCase()}${number}`,
  Int: (_, number) => number + 1,
  Float: (_, number) => number + 1,
  Boolean: (_, number) => number % 2 === 0,
  BigInt: (_, number) => BigInt(number + 1),
  Date: (_, number) => new Date(Date.UTC(2000, 0, number + 1)),
  Bytes: (_, number) => Uint8Array.of(number % 256),
  Uuid: (_, number) => `00000000-0000-4000-8000-${String(number + 1).padStart(12, "0")}`,
  Decimal: (_, number) => `${number + 1}.5`,
  LocalDate: (_, number) => new Temporal.PlainDate(2000, 1, 1).add({ days: number }),
  LocalTime: (_, number) => new Temporal.PlainTime().add({ seconds: number + 1 }),
  LocalDateTime: (_, number) => new Temporal.PlainDateTime(2000, 1, 1).add({ days: number }),
  Instant: (_, number) => Temporal.Instant.fromEpochMilliseconds(Date.UTC(2000, 0, number + 1)),
  Json: (name, number) => ({ [name]: number }),
};

/** Selects the sample. */
export interface SampleOptions {
  /** The number of the sample; 0 by default. */
  readonly number?: number;
  /** How many more levels of described classes are filled; 3 by default. */
  readonly depth?: number;
}

/**
 * Creates a value of the property's type that differs from the samples of other numbers, if the type has enough values.
 *
 * @param descriptor describes the property
 * @param name the property
 * @param options number and depth
 */
export function sampleOf(descriptor: AnyDescriptor, name: string, options: SampleOptions = {}): unknown {
  const { number = 0, depth = 3 } = options;
  switch (descriptor.kind) {
    case "scalar":
      return scalars[descriptor.name](name, number);
    case "enum":
      return descriptor.values[number % descriptor.values.length];
    case "nullable":
      return sampleOf(descriptor.inner, name, options);
    case "list":
      return [sampleOf(descriptor.element, name, options)];
    case "map":
      return { [name]: sampleOf(descriptor.value, name, options) };
    case "object":
      return sampleInstance(descriptor.type(), number, depth);
    case "container":
      return holdsArgumentValue(descriptor)
        ? ArgumentValue.ofNullable(sampleOf(descriptor.element, name, options))
        : sampleInstance(descriptor.type(), number, depth);
    case "unknown":
      return { [name]: number };
  }
}

function sampleInstance(type: ReturnType<(AnyDescriptor & { kind: "object" })["type"]>, number: number, depth: number) {
  // Does not call the constructor: that would need the parameter order that the samples are to detect.
  const instance: object = Object.create(type.prototype as object);
  if (depth === 0) return instance;
  for (const [name, descriptor] of descriptionOf(type)?.properties ?? []) {
    const value = sampleOf(descriptor, name, { number, depth: depth - 1 });
    Object.defineProperty(instance, name, { value, configurable: true, enumerable: true, writable: true });
  }
  return instance;
}

/**
 * Whether two values are the same, or copies of each other.
 *
 * @param a the value of a property
 * @param b a sample
 */
export function isSameSample(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (isTemporal(a)) return String(a) === String(b);
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime());
  if (a instanceof ArgumentValue) return isSameSample(a.value(), (b as ArgumentValue<unknown>).value());
  const keys = Object.keys(a);
  // Empty objects can be compared by identity only.
  return keys.length > 0 && keys.length === Object.keys(b).length &&
    keys.every((key) => isSameSample(a[key as never], b[key as never]));
}
