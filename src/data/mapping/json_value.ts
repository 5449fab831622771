import {
  type AnyDescriptor,
  type Class,
  descriptionOf,
  type ExactScalarName,
  exactScalars,
  idNamesOf,
  isTemporal,
} from "../../kernel/mod.ts";
import { instantiate } from "../entity/instantiate.ts";
import { copiedJson } from "./copied_value.ts";

/**
 * Converts a described value to a JSON value: dates to ISO 8601 text, bigints to text, bytes to Base64.
 *
 * @param descriptor describes the value
 * @param value the value
 */
export function toJsonValue(descriptor: AnyDescriptor, value: unknown): unknown {
  return converted(descriptor, value, (scalar, single) => {
    if (single instanceof Date) return single.toISOString();
    if (single instanceof Uint8Array) return single.toBase64();
    if (isTemporal(single)) return String(single);
    return scalar === "BigInt" ? String(single) : single;
  });
}

/**
 * Converts a JSON value to the described value: instances of its classes, dates, bigints, bytes.
 *
 * @param descriptor describes the value
 * @param value the JSON value
 */
export function fromJsonValue(descriptor: AnyDescriptor, value: unknown): unknown {
  return converted(descriptor, value, (scalar, single) => {
    if (scalar === "Date") return new Date(single as string);
    if (scalar === "Bytes") return Uint8Array.fromBase64(single as string);
    if (scalar === "BigInt") return BigInt(single as string);
    // A value of scalar Json is copied, so that two entities never share an object.
    return isExact(scalar) ? exactScalars[scalar].read(single) ?? single : copiedJson(single);
  }, instantiate);
}

function isExact(scalar: string): scalar is ExactScalarName {
  return Object.hasOwn(exactScalars, scalar);
}

type ScalarConversion = (name: string, value: unknown) => unknown;
type Finish = (type: Class, values: Record<string, unknown>) => unknown;

function converted(
  descriptor: AnyDescriptor,
  value: unknown,
  ...how: readonly [convert: ScalarConversion, finish?: Finish]
): unknown {
  if (value === null || value === undefined) return value ?? null;
  const [convert, finish = (_: Class, values: Record<string, unknown>) => values] = how;
  // A value that does not fit its description stays unchanged: it is rejected later, or equals no stored value.
  if (!isAsDescribed(descriptor, value)) return value;
  switch (descriptor.kind) {
    case "nullable":
      return converted(descriptor.inner, value, ...how);
    case "scalar":
      return convert(descriptor.name, value);
    case "list":
      return (value as readonly unknown[]).map((element) => converted(descriptor.element, element, ...how));
    case "map":
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, converted(descriptor.value, inner, ...how)]),
      );
    case "object": {
      const type = descriptor.type();
      const { properties: described = [], entity = {} } = descriptionOf(type) ?? {};
      const ids = idNamesOf(entity);
      const source = value as Record<string, unknown>;
      const isWritten = how[1] === undefined;
      if (isWritten && ids.some((id) => (source[id] ?? null) === null)) throw unsaved(type);
      // Only the id of an entity is stored; the entity is loaded like other references.
      const properties = [...described].filter(([name]) => ids.length === 0 || ids.includes(name));
      return finish(
        type,
        Object.fromEntries(properties.map(([name, inner]) => [name, converted(inner, source[name], ...how)])),
      );
    }
    default:
      return value;
  }
}

function unsaved({ name }: Class): TypeError {
  return new TypeError(`Cannot refer to a ${name} from JSON as it must be saved first: it has no id`);
}

function isAsDescribed({ kind }: AnyDescriptor, value: unknown): boolean {
  if (kind === "list") return Array.isArray(value);
  return (kind !== "map" && kind !== "object") || typeof value === "object";
}
