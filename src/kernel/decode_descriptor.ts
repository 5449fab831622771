import { completeInstance } from "./entity_class.ts";
import { descriptionOf } from "./describe_type.ts";
import { type ExactScalarName, exactScalars } from "./exact_scalar.ts";
import type { AnyDescriptor, Class, ScalarName } from "./type_descriptor.ts";

/**
 * Reads a JSON value by its descriptor.
 *
 * @param value the value
 * @param descriptor its type
 * @param at the path of the value, for messages; `""` for the root
 * @throws TypeError naming the expected type and the path
 */
export function decodeDescribed(value: unknown, descriptor: AnyDescriptor, at: string): unknown {
  switch (descriptor.kind) {
    case "unknown":
      return value;
    case "nullable":
      if (value === null || value === undefined) return descriptor.optional ? undefined : null;
      return decodeDescribed(value, descriptor.inner, at);
    case "scalar":
      return scalars[descriptor.name](value, at);
    case "enum":
      if (typeof value === "string" && descriptor.values.includes(value)) return value;
      throw misfit(at, `one of ${descriptor.values.map((name) => JSON.stringify(name)).join(", ")}`, value);
    case "list":
      if (!Array.isArray(value)) throw misfit(at, "a list", value);
      return value.map((element, i) => decodeDescribed(element, descriptor.element, `${at}[${i}]`));
    case "map":
      return decodeMap(value, descriptor.value, at);
    case "object":
      return asInstance(value, descriptor.type(), at);
    case "container":
      throw new TypeError(`Cannot decode "${descriptor.type().name}" as a container has no JSON form of its own`);
  }
}

/**
 * Creates an instance of a class from a JSON object without running its constructor: a client selects the fields it
 * wants, so properties may be missing.
 *
 * @param value the JSON object
 * @param type the class; if it is described, only its described properties are read, by their types; otherwise all
 * properties are copied unchanged
 * @param at the path of the value, for messages
 * @throws TypeError when the value is no object, or a property does not fit
 */
export function asInstance<T>(value: unknown, type: Class<T>, at: string): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw misfit(at, `an object (${type.name})`, value);
  }
  const properties = descriptionOf(type)?.properties;
  // A prototype is typed as any instance of its class.
  const instance = Object.create(type.prototype) as T & object;
  for (const [name, property] of Object.entries(value)) {
    const descriptor = properties?.get(name);
    if (properties !== undefined && descriptor === undefined) continue;
    const path = at === "" ? name : `${at}.${name}`;
    const decoded = descriptor === undefined ? property : decodeDescribed(property, descriptor, path);
    // Defined, not assigned: a server may name a property like an accessor of the class, or "__proto__".
    Object.defineProperty(instance, name, { value: decoded, writable: true, enumerable: true, configurable: true });
  }
  return completeInstance(type, instance);
}

function misfit(at: string, needed: string, value: unknown): TypeError {
  const name = at === "" ? "the value" : `"${at}"`;
  return new TypeError(`Cannot decode ${name} as it must be ${needed}: current value is ${JSON.stringify(value)}`);
}

type ScalarDecoder = (value: unknown, at: string) => unknown;

function checked(needed: string, fits: (value: unknown) => boolean): ScalarDecoder {
  return (value, at) => {
    if (fits(value)) return value;
    throw misfit(at, needed, value);
  };
}

function converted(needed: string, convert: (value: unknown) => unknown): ScalarDecoder {
  return (value, at) => {
    const result = convert(value);
    if (result === undefined) throw misfit(at, needed, value);
    return result;
  };
}

const scalars: Readonly<Record<ScalarName, ScalarDecoder>> = {
  String: checked("a string", (value) => typeof value === "string"),
  Boolean: checked("true or false", (value) => typeof value === "boolean"),
  Int: checked("an integer", (value) => Number.isSafeInteger(value)),
  Float: checked("a number", (value) => typeof value === "number"),
  ID: converted(
    "an identifier",
    (value) => typeof value === "string" ? value : Number.isSafeInteger(value) ? String(value) : undefined,
  ),
  BigInt: converted(
    "a whole number",
    (value) => /^-?\d+$/.test(String(value)) && !Array.isArray(value) ? BigInt(value as string | number) : undefined,
  ),
  Date: converted("a date and time", toDate),
  Bytes: converted("bytes in Base64", toBytes),
  Uuid: exact("Uuid"),
  Decimal: exact("Decimal"),
  LocalDate: exact("LocalDate"),
  LocalTime: exact("LocalTime"),
  LocalDateTime: exact("LocalDateTime"),
  Instant: exact("Instant"),
  Json: (value) => value,
};

function exact(name: ExactScalarName): ScalarDecoder {
  const { expected, read } = exactScalars[name];
  return converted(expected, read);
}

function toDate(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function toBytes(value: unknown): Uint8Array | undefined {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(value) || value.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
}

function decodeMap(value: unknown, descriptor: AnyDescriptor, at: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw misfit(at, "an object", value);
  return Object.fromEntries(
    Object.entries(value).map((
      [name, entry],
    ) => [name, decodeDescribed(entry, descriptor, at === "" ? name : `${at}.${name}`)]),
  );
}
