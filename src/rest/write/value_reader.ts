import { type AnyDescriptor, type Class, descriptionOf, type ScalarName } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { type Field, fieldsOf } from "../export/field.ts";
import type { NestedLinks } from "./nested_links.ts";

/** A value, or what it has to be. */
export type ReadValue = { readonly value: unknown } | {
  readonly message: string;
  readonly path: string;
  readonly sent: unknown;
};

/** Where a value stands. */
export interface Place {
  /** Names it in errors. */
  readonly path: string;
  /** Gathers the links of nested objects; without it these are read as objects. */
  readonly links?: NestedLinks;
  /** What stood there before, of which nested objects keep what clients can't write. */
  readonly before?: unknown;
}

/**
 * Turns JSON into a described value.
 *
 * @param descriptor what was described
 * @param json what the client sent
 * @param place where the value stands
 */
export function readValue(descriptor: AnyDescriptor, json: unknown, place: Place): ReadValue {
  switch (descriptor.kind) {
    case "nullable":
      return json === null ? { value: null } : readValue(descriptor.inner, json, place);
    case "scalar":
      return checked(scalarReaders[descriptor.name], json, place);
    case "enum":
      return checked(enumReader(descriptor.values), json, place);
    case "list":
    case "container":
      return readList(descriptor.element, json, place);
    case "map":
      return readMap(descriptor.value, json, place);
    case "object":
      return readObject(descriptor.type(), json, place);
    default:
      return { value: json };
  }
}

interface ScalarReader {
  /** What the value has to be. */
  readonly expected: string;
  /** The value, or `undefined` when the JSON is none. */
  read(json: unknown): unknown;
}

const textReader: ScalarReader = {
  expected: "must be a text without NUL characters",
  read: (json) => {
    const text = typeof json === "number" || typeof json === "boolean" ? String(json) : json;
    return typeof text === "string" && !text.includes("\0") ? text.toWellFormed() : undefined;
  },
};

const scalarReaders: Readonly<Record<ScalarName, ScalarReader>> = {
  String: textReader,
  ID: textReader,
  Int: {
    expected: "must be an integer of 32 bits",
    read: (json) => typeof json === "number" && Number.isInteger(json) && json === (json | 0) ? json : undefined,
  },
  Float: {
    expected: "must be a number",
    read: (json) => typeof json === "number" && Number.isFinite(json) ? json : undefined,
  },
  Boolean: { expected: "must be true or false", read: (json) => typeof json === "boolean" ? json : undefined },
  BigInt: { expected: "must be an integer of 64 bits, as number or text", read: bigInt },
  Date: {
    expected: "must be a date and time such as 2026-01-31T12:00:00Z",
    read: (json) => typeof json === "string" ? dateOf(json) : undefined,
  },
  Bytes: { expected: "must be a Base64 text", read: bytes },
  Json: { expected: "must be JSON without NUL characters", read: wellFormed },
};

/** An ISO 8601 date, alone or with a time. What `Date` makes of other texts, or of February 30th, nobody meant. */
function dateOf(text: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const date = time === undefined ? midnight : new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** JSON as every store holds it: halves of characters are replaced, and `undefined` stands for what has a NUL. */
function wellFormed(json: unknown): unknown {
  if (typeof json === "string") return json.includes("\0") ? undefined : json.toWellFormed();
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).map(([key, value]) => [wellFormed(key), wellFormed(value)] as const);
  if (entries.some((entry) => entry.includes(undefined))) return undefined;
  // A text stays a text.
  return Array.isArray(json) ? entries.map(([, value]) => value) : Object.fromEntries(entries as [string, unknown][]);
}

function enumReader(values: readonly string[]): ScalarReader {
  return {
    expected: `must be one of ${values.map((value) => `"${value}"`).join(", ")}`,
    read: (json) => typeof json === "string" && values.includes(json) ? json : undefined,
  };
}

function bigInt(json: unknown): bigint | undefined {
  const isWhole = typeof json === "number" ? Number.isSafeInteger(json) : /^-?\d{1,19}$/.test(String(json));
  if (!isWhole || (typeof json !== "number" && typeof json !== "string")) return undefined;
  const value = BigInt(json);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function bytes(json: unknown): Uint8Array | undefined {
  try {
    return typeof json === "string" ? Uint8Array.fromBase64(json) : undefined;
  } catch {
    // No Base64: the caller says what is expected.
    return undefined;
  }
}

function checked(reader: ScalarReader, json: unknown, { path }: Place): ReadValue {
  const value = reader.read(json);
  return value === undefined ? { message: reader.expected, path, sent: json } : { value };
}

function readList(element: AnyDescriptor, json: unknown, { path, links }: Place): ReadValue {
  if (!Array.isArray(json)) return { message: "must be a list", path, sent: json };
  const values: unknown[] = [];
  for (const [at, item] of json.entries()) {
    const read = readValue(element, item, within(`${path}[${at}]`, links));
    if (!("value" in read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readMap(descriptor: AnyDescriptor, json: unknown, { path, links }: Place): ReadValue {
  if (!isJsonObject(json)) return { message: "must be an object", path, sent: json };
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(json)) {
    const read = readValue(descriptor, item, within(`${path}.${key}`, links));
    if (!("value" in read)) return read;
    const name = wellFormed(key);
    if (typeof name !== "string") return { message: "must have keys without NUL characters", path, sent: json };
    entries.push([name, read.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function within(path: string, links: NestedLinks | undefined): Place {
  return links === undefined ? { path } : { path, links };
}

function readObject(type: Class, json: unknown, place: Place): ReadValue {
  if (!isJsonObject(json)) return { message: "must be an object", path: place.path, sent: json };
  const description = descriptionOf(type);
  if (description === undefined) return { value: json };
  const { id, version } = description.entity;
  const before = beforeOf(place.before, { id, json });
  // A prototype is typed as any instance of its class.
  const values = Object.create(type.prototype as object) as Record<string, unknown>;
  for (const field of place.links?.fieldsOf(type) ?? fieldsOf(description)) {
    const { property } = field;
    if (field.hidden || field.readOnly || property === version) {
      if (before?.[property] !== undefined) values[property] = before[property];
      continue;
    }
    const read = readField(field, json, { ...place, before: before?.[property], path: `${place.path}.${field.name}` });
    if ("message" in read) return read;
    if ("target" in read) addLink(place.links!, read, values);
    else if (read.value !== undefined) values[property] = read.value;
  }
  return { value: values };
}

/** What stood in an object's place: of another entity nothing is kept. */
function beforeOf(
  before: unknown,
  { id, json }: { id: string | undefined; json: Record<string, unknown> },
): Record<string, unknown> | undefined {
  if (typeof before !== "object" || before === null) return undefined;
  const held = before as Record<string, unknown>;
  return id === undefined || held[id] === json[id] ? held : undefined;
}

interface ReadLink {
  readonly field: Field;
  readonly target: ExportedCollection;
  readonly uris: readonly unknown[];
  readonly path: string;
}

function readField(field: Field, json: Record<string, unknown>, place: Place): ReadValue | ReadLink {
  const { name, descriptor, nullable, optional } = field;
  const target = place.links?.targetOf(descriptor);
  const isSent = Object.hasOwn(json, name) && json[name] !== undefined;
  if (target !== undefined && !isSent && place.links?.areKept && place.before !== undefined) {
    return { value: place.before };
  }
  const sent = isSent ? json[name] : null;
  if (sent === null && nullable) return { value: optional ? undefined : null };
  if (sent === null && descriptor.kind === "list") return { value: [] };
  if (target === undefined) return readValue(descriptor, sent, place);
  const uris = descriptor.kind === "list" ? sent : [sent];
  if (!Array.isArray(uris)) return { message: "must be a list of URIs", path: place.path, sent };
  return { field, target, uris, path: place.path };
}

function addLink(
  links: NestedLinks,
  { field, target, uris, path }: ReadLink,
  values: Record<string, unknown>,
): void {
  // Keeps its place among the properties until the targets are found.
  values[field.property] = null;
  const assign = (found: readonly object[]) => {
    values[field.property] = field.descriptor.kind === "list" ? found : found[0] ?? null;
  };
  links.add({ uris, target, path, assign });
}

/** Whether JSON is an object, and neither a list nor null. */
export function isJsonObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
