import { type AnyDescriptor, type Class, completeInstance, descriptionOf, idNamesOf } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { type Field, fieldsOf } from "../export/field.ts";
import { isJsonObject } from "./json_object.ts";
import type { NestedLinks } from "./nested_links.ts";
import { enumReader, type ScalarReader, scalarReaders, wellFormed } from "./scalar_reader.ts";
import { mustNotBeNull, type WrongValue } from "./wrong_value.ts";

/** A value, or what is wrong with what was sent. */
export type ReadValue = { readonly value: unknown } | WrongValue;

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
  const read = readAs(descriptor, json, place);
  return json === null && "message" in read ? { ...read, message: mustNotBeNull } : read;
}

function readAs(descriptor: AnyDescriptor, json: unknown, place: Place): ReadValue {
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
  const { version } = description.entity;
  const before = beforeOf(place.before, { ids: idNamesOf(description.entity), json });
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
  return { value: completeInstance(type, values) };
}

/** What stood in an object's place: of another entity nothing is kept. */
function beforeOf(
  before: unknown,
  { ids, json }: { ids: readonly string[]; json: Record<string, unknown> },
): Record<string, unknown> | undefined {
  if (typeof before !== "object" || before === null) return undefined;
  const held = before as Record<string, unknown>;
  return ids.every((id) => held[id] === json[id]) ? held : undefined;
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
  const member = Object.hasOwn(json, name) ? json[name] : undefined;
  const said = member === undefined && target !== undefined ? urisInLinks(json, name) : member;
  if (target !== undefined && said === undefined && place.links?.omitted === "keep" && place.before !== undefined) {
    return { value: place.before };
  }
  const sent = said ?? null;
  if (sent === null && nullable) return { value: optional ? undefined : null };
  if (sent === null && descriptor.kind === "list") return { value: [] };
  if (target === undefined) return readValue(descriptor, sent, place);
  const uris = descriptor.kind === "list" ? sent : [sent];
  if (!Array.isArray(uris)) return { message: "must be a list of URIs", path: place.path, sent };
  return { field, target, uris, path: place.path };
}

/** The URIs under a relation of `_links`, where documents have those of nested objects. */
function urisInLinks({ _links: links }: Record<string, unknown>, name: string): unknown {
  const linked = isJsonObject(links) && Object.hasOwn(links, name) ? links[name] : undefined;
  return Array.isArray(linked) ? linked.map(hrefOf) : hrefOf(linked);
}

function hrefOf(link: unknown): unknown {
  return isJsonObject(link) ? link.href : undefined;
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
