import { type AnyDescriptor, type Class, completeInstance, descriptionOf, idNamesOf } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { type Field, fieldsOf } from "../export/field.ts";
import { isJsonObject } from "./json_object.ts";
import type { NestedLinks } from "./nested_links.ts";
import { enumReader, type ScalarReader, scalarReaders, wellFormed } from "./scalar_reader.ts";
import { mustNotBeNull, type WrongValue } from "./wrong_value.ts";

/** A value, or its errors. */
export type ReadValue = { readonly value: unknown } | WrongValue;

/** The context of a value. */
export interface ValueContext {
  /** The path in error messages. */
  readonly path: string;
  /** Collects the links of nested objects; without it they are read as objects. */
  readonly links?: NestedLinks;
  /** The previous value, from which nested objects keep the properties that clients can't write. */
  readonly before?: unknown;
}

/**
 * Converts JSON to a described value.
 *
 * @param descriptor the descriptor of the value
 * @param json the JSON from the client
 * @param context the context of the value
 */
export function readValue(descriptor: AnyDescriptor, json: unknown, context: ValueContext): ReadValue {
  const read = readAs(descriptor, json, context);
  return json === null && "message" in read ? { ...read, message: mustNotBeNull } : read;
}

function readAs(descriptor: AnyDescriptor, json: unknown, context: ValueContext): ReadValue {
  switch (descriptor.kind) {
    case "nullable":
      return json === null ? { value: null } : readValue(descriptor.inner, json, context);
    case "scalar":
      return checked(scalarReaders[descriptor.name], json, context);
    case "enum":
      return checked(enumReader(descriptor.values), json, context);
    case "list":
    case "container":
      return readList(descriptor.element, json, context);
    case "map":
      return readMap(descriptor.value, json, context);
    case "object":
      return readObject(descriptor.type(), json, context);
    default:
      return { value: json };
  }
}

function checked(reader: ScalarReader, json: unknown, { path }: ValueContext): ReadValue {
  const value = reader.read(json);
  return value === undefined ? { message: reader.expected, path, sent: json } : { value };
}

function readList(element: AnyDescriptor, json: unknown, { path, links }: ValueContext): ReadValue {
  if (!Array.isArray(json)) return { message: "must be a list", path, sent: json };
  const values: unknown[] = [];
  for (const [at, item] of json.entries()) {
    const read = readValue(element, item, within(`${path}[${at}]`, links));
    if (!("value" in read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readMap(descriptor: AnyDescriptor, json: unknown, { path, links }: ValueContext): ReadValue {
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

function within(path: string, links: NestedLinks | undefined): ValueContext {
  return links === undefined ? { path } : { path, links };
}

function readObject(type: Class, json: unknown, context: ValueContext): ReadValue {
  if (!isJsonObject(json)) return { message: "must be an object", path: context.path, sent: json };
  const description = descriptionOf(type);
  if (description === undefined) return { value: json };
  const { version } = description.entity;
  const before = beforeOf(context.before, { ids: idNamesOf(description.entity), json });
  // A prototype is typed as any instance of its class.
  const values = Object.create(type.prototype as object) as Record<string, unknown>;
  for (const field of context.links?.fieldsOf(type) ?? fieldsOf(description)) {
    const { property } = field;
    if (field.hidden || field.readOnly || property === version) {
      if (before?.[property] !== undefined) values[property] = before[property];
      continue;
    }
    const read = readField(field, json, {
      ...context,
      before: before?.[property],
      path: `${context.path}.${field.name}`,
    });
    if ("message" in read) return read;
    if ("target" in read) addLink(context.links!, read, values);
    else if (read.value !== undefined) values[property] = read.value;
  }
  return { value: completeInstance(type, values) };
}

/** Returns the previous object, unless it is another entity. */
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

function readField(field: Field, json: Record<string, unknown>, context: ValueContext): ReadValue | ReadLink {
  const { name, descriptor, nullable, optional } = field;
  const target = context.links?.targetOf(descriptor);
  const member = Object.hasOwn(json, name) ? json[name] : undefined;
  const said = member === undefined && target !== undefined ? urisInLinks(json, name) : member;
  if (target !== undefined && said === undefined && context.links?.omitted === "keep" && context.before !== undefined) {
    return { value: context.before };
  }
  const sent = said ?? null;
  if (sent === null && nullable) return { value: optional ? undefined : null };
  if (sent === null && descriptor.kind === "list") return { value: [] };
  if (target === undefined) return readValue(descriptor, sent, context);
  const uris = descriptor.kind === "list" ? sent : [sent];
  if (!Array.isArray(uris)) return { message: "must be a list of URIs", path: context.path, sent };
  return { field, target, uris, path: context.path };
}

/** Returns the URIs of a relation in `_links` of a nested object. */
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
  // Reserve the position among the properties until the targets are found.
  values[field.property] = null;
  const assign = (found: readonly object[]) => {
    values[field.property] = field.descriptor.kind === "list" ? found : found[0] ?? null;
  };
  links.add({ uris, target, path, assign });
}
