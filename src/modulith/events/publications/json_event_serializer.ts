import { type AnyDescriptor, type Class, completeInstance, descriptionOf } from "../../../kernel/mod.ts";
import type { EventSerializer } from "./event_serializer.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Serializes events as JSON. Dates, bigints, bytes, maps and sets are restored with their types; instances of other
 * classes are restored if the containing class describes the property with `describeType`. An event is restored without
 * calling its constructor, from its own properties; private members are lost. Objects without a prototype, such as the
 * arguments of a GraphQL field, are restored as plain objects.
 */
export class JsonEventSerializer implements EventSerializer {
  /** Writes the event as JSON. */
  serialize(event: object): string {
    return JSON.stringify(propertiesOf(event, { path: event.constructor.name, within: [] }));
  }

  /** Restores the event, and checks its properties. */
  deserialize<E extends object>(text: string, type: Class<E>): E {
    const place = { path: type.name, within: [] };
    const json = parsed(text, place);
    if (!isRecord(json)) throw unreadable(place, "an object", json);
    return restored(json, type, place) as E;
  }
}

function propertiesOf(value: object, { path, within }: Place): Json {
  const described = descriptionOfInstance(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, property]) => property !== undefined)
      // Escape keys that begin with a dollar sign, which would be read as tags.
      .map(([key, property]) => [
        key.startsWith("$") ? `$${key}` : key,
        encoded(property, { path: `${path}.${key}`, within: [...within, value], descriptor: described?.get(key) }),
      ]),
  );
}

/** The property descriptions of an object's class, if any. */
function descriptionOfInstance(value: object): ReadonlyMap<string, AnyDescriptor> | undefined {
  const type: unknown = value.constructor;
  return typeof type === "function" ? descriptionOf(type as Class)?.properties : undefined;
}

interface Place {
  readonly path: string;
  /** The containing objects, to detect cycles. */
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
    throw new TypeError(`Cannot store an event as "${path}" must not refer to an object that contains it`);
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
  return typeof value === "object" && value !== null ? `an instance of ${value.constructor?.name}` : String(value);
}

function isRestorable(value: object, descriptor: AnyDescriptor | undefined): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ||
    (descriptor !== undefined && classOf(descriptor) === value.constructor);
}

type JsonRecord = { readonly [key: string]: Json };

function isRecord(json: Json): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function parsed(text: string, place: Place): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(place, "JSON", text);
  }
}

function restored(json: JsonRecord, type: Class, { path }: Place): object {
  const described = descriptionOf(type)?.properties;
  const made: object = Object.create(type.prototype);
  for (const [key, property] of Object.entries(json)) {
    const name = key.startsWith("$") ? key.slice(1) : key;
    const place = { path: `${path}.${name}`, within: [], descriptor: described?.get(name) };
    // A doubled dollar sign is an escaped key; a single one is a tag, which must be the only key of its object.
    if (key.startsWith("$") && !key.startsWith("$$")) {
      throw unreadable({ ...place, path }, "data without other tags", key);
    }
    const value = decoded(property, place);
    // Defined, not assigned: the key may be "__proto__", and the class may have a setter.
    Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return completeInstance(type, made);
}

function decoded(json: Json, place: Place): unknown {
  if (json === null || typeof json !== "object") return json;
  const { path, within, descriptor } = place;
  const element = { path: `${path}[]`, within, descriptor: elementOf(descriptor) };
  if (Array.isArray(json)) return json.map((item) => decoded(item, element));
  const [tag, ...others] = Object.keys(json);
  const decode = others.length === 0 && tag !== undefined ? tags.get(tag) : undefined;
  return decode === undefined
    ? restored(json, classOf(descriptor) ?? Object, place)
    : decode(json[tag!]!, { place, element });
}

interface Places {
  readonly place: Place;
  /** The position of the elements. */
  readonly element: Place;
}

type Decode = (json: Json, places: Places) => unknown;

/** The decoder of each tag. */
const tags: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["$bigint", (json, { place }) => {
    if (typeof json !== "string" || !/^-?\d+$/.test(json)) throw unreadable(place, "a whole number", json);
    return BigInt(json);
  }],
  ["$date", (json, { place }) => {
    const date = new Date(typeof json === "string" ? json : NaN);
    if (Number.isNaN(date.getTime())) throw unreadable(place, "a date", json);
    return date;
  }],
  ["$bytes", (json, { place }) => {
    try {
      return Uint8Array.fromBase64(json as string);
    } catch {
      throw unreadable(place, "bytes in base64", json);
    }
  }],
  ["$set", (json, { place, element }) => {
    if (!Array.isArray(json)) throw unreadable(place, "a list", json);
    return new Set(json.map((item) => decoded(item, element)));
  }],
  ["$map", (json, { place, element }) => {
    if (!Array.isArray(json)) throw unreadable(place, "a list of pairs", json);
    return new Map(json.map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2) throw unreadable(place, "a list of pairs", json);
      return [decoded(pair[0]!, element), decoded(pair[1]!, element)];
    }));
  }],
]);

/** Maximum length of values in error messages: stored events may be long and contain confidential data. */
const shownCharacters = 20;

function unreadable({ path }: Place, needed: string, value: Json): TypeError {
  const text = typeof value === "string" && needed === "JSON" ? value : JSON.stringify(value) ?? "nothing";
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return new TypeError(
    `Cannot restore an event as "${path}" must be stored as ${needed}: current value is ${shown}`,
  );
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
