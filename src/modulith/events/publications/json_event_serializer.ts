import { type AnyDescriptor, type Class, descriptionOf } from "../../../kernel/mod.ts";
import type { EventSerializer } from "./event_serializer.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Events as JSON. Dates, bigints, bytes, maps and sets come back as what they were; instances of other classes come
 * back where the class around them describes the property with `describeType`. An event is restored without calling
 * its constructor, from its own properties; private members are not kept.
 */
export class JsonEventSerializer implements EventSerializer {
  serialize(event: object): string {
    return JSON.stringify(propertiesOf(event, { path: event.constructor.name, within: [] }));
  }

  deserialize<E extends object>(text: string, type: Class<E>): E {
    return restored(JSON.parse(text) as Json, type) as E;
  }
}

function propertiesOf(value: object, { path, within }: Place): Json {
  const described = descriptionOf(value.constructor as unknown as Class)?.properties;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, property]) => property !== undefined)
      // A key with a dollar sign is not mistaken for a tag.
      .map(([key, property]) => [
        key.startsWith("$") ? `$${key}` : key,
        encoded(property, { path: `${path}.${key}`, within: [...within, value], descriptor: described?.get(key) }),
      ]),
  );
}

interface Place {
  readonly path: string;
  /** The objects around it. */
  readonly within: readonly object[];
  readonly descriptor?: AnyDescriptor | undefined;
}

function encoded(value: unknown, place: Place): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { $date: value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: value.toBase64() };
  const { path, descriptor } = place;
  if (typeof value === "object" && place.within.includes(value)) {
    throw new TypeError(`Cannot store an event as "${path}" must not be an object that it is part of`);
  }
  const within = typeof value === "object" ? [...place.within, value] : place.within;
  const element = { path: `${path}[]`, within, descriptor: elementOf(descriptor) };
  if (Array.isArray(value)) return value.map((item) => item === undefined ? null : encoded(item, element));
  if (value instanceof Set) return { $set: [...value].map((item) => encoded(item, element)) };
  if (value instanceof Map) {
    return { $map: [...value].map(([key, item]) => [encoded(key, element), encoded(item, element)]) };
  }
  if (typeof value === "object" && isRestorable(value, descriptor)) return propertiesOf(value, place);
  throw new TypeError(
    `Cannot store an event as "${path}" must be plain data or described with describeType: current value is ` +
      describe(value),
  );
}

function describe(value: unknown): string {
  if (value instanceof Date) return "an invalid date";
  return typeof value === "object" && value !== null ? `an instance of ${value.constructor.name}` : String(value);
}

function isRestorable(value: object, descriptor: AnyDescriptor | undefined): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ||
    (descriptor !== undefined && classOf(descriptor) === value.constructor);
}

function restored(json: Json, type: Class): object {
  const described = descriptionOf(type)?.properties;
  const made: object = Object.create(type.prototype);
  for (const [key, property] of Object.entries(json as { [key: string]: Json })) {
    const name = key.startsWith("$") ? key.slice(1) : key;
    const value = decoded(property, described?.get(name));
    // Defined, not assigned: a key may be "__proto__", and the class may have a setter.
    Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return made;
}

function decoded(json: Json, descriptor: AnyDescriptor | undefined): unknown {
  if (json === null || typeof json !== "object") return json;
  const element = elementOf(descriptor);
  if (Array.isArray(json)) return json.map((item) => decoded(item, element));
  if (typeof json.$bigint === "string") return BigInt(json.$bigint);
  if (typeof json.$date === "string") return new Date(json.$date);
  if (typeof json.$bytes === "string") return Uint8Array.fromBase64(json.$bytes);
  if (Array.isArray(json.$set)) return new Set(json.$set.map((item) => decoded(item, element)));
  if (Array.isArray(json.$map)) {
    return new Map((json.$map as [Json, Json][]).map(([key, item]) => [decoded(key, element), decoded(item, element)]));
  }
  return restored(json, classOf(descriptor) ?? Object);
}

function classOf(descriptor: AnyDescriptor | undefined): Class | undefined {
  if (descriptor?.kind === "object") return descriptor.type();
  return descriptor?.kind === "nullable" ? classOf(descriptor.inner) : undefined;
}

function elementOf(descriptor: AnyDescriptor | undefined): AnyDescriptor | undefined {
  if (descriptor?.kind === "list") return descriptor.element;
  if (descriptor?.kind === "map") return descriptor.value;
  return descriptor?.kind === "nullable" ? elementOf(descriptor.inner) : undefined;
}
