import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { Association, ExportedCollection } from "../export/exported_collection.ts";
import { type Field, targetClassOf } from "../export/field.ts";
import type { JsonWriter, JsonWriters } from "./json_writer.ts";
import type { Link } from "./link.ts";

/** One member of a projected document. */
export interface ProjectedMember {
  readonly name: string;
  readonly property: string;
  /** The descriptor of the value. */
  readonly descriptor: AnyDescriptor;
  /** Members of the nested document; absent if the value is written completely. */
  readonly members?: readonly ProjectedMember[];
  /** The collection of the nested documents; absent if they are not items. */
  readonly collection?: ExportedCollection | undefined;
  readonly write: JsonWriter;
  /** Whether null replaces the value. */
  readonly isNull?: true;
}

/** Options of {@linkcode projectedMembers}. */
export interface ProjectionSource {
  /** Names the projection in errors. */
  readonly subject: string;
  readonly fields: readonly Field[];
  readonly writers: JsonWriters;
}

/**
 * Works out the members of documents from property paths.
 *
 * @param paths property paths in the names of documents, for example `["title", "author.name"]`
 * @param source the entity's fields
 * @throws TypeError when a path names no property
 */
export function projectedMembers(paths: readonly string[], source: ProjectionSource): ProjectedMember[] {
  const byName = Map.groupBy(paths, (path) => path.split(".", 1)[0]!);
  return [...byName].map(([name, group]) => {
    const named = source.fields.filter((candidate) => candidate.name === name);
    // A hidden property may be named unless a shown one has the same name.
    const field = named.find(({ hidden }) => !hidden) ?? named.find(({ isNull }) => isNull) ?? named[0];
    if (field === undefined) {
      throw new TypeError(`Cannot use ${source.subject} as "${group[0]}" must name a described property`);
    }
    const rest = group.map((path) => path.slice(name.length + 1)).filter((path) => path !== "");
    const { property, descriptor } = field;
    if (field.isNull) return { name, property, descriptor, isNull: true, write: undefined };
    if (rest.length === 0) return { name, property, descriptor, write: source.writers.of(descriptor) };
    const type = nested(source, field);
    const collection = source.writers.collectionOf(type);
    const members = projectedMembers(rest, { ...source, fields: source.writers.fieldsOf(type) });
    return { name, property, descriptor, members, collection, write: undefined };
  });
}

function nested({ subject }: ProjectionSource, field: Field): Class {
  const type = targetClassOf(field.descriptor);
  if (type !== undefined && descriptionOf(type) !== undefined) return type;
  throw new TypeError(`Cannot use ${subject} as "${field.name}" must be described as an object to be looked into`);
}

/** Options of {@linkcode writeMembers}. */
export interface MembersRequest {
  /** The prefix of URIs. */
  readonly base: string;
  /** The targets that were loaded for the entity. */
  readonly loaded?: ReadonlyMap<string, unknown>;
  /** Makes the links of a nested item. */
  readonly linksOf: (collection: ExportedCollection, item: object) => Readonly<Record<string, Link>>;
}

/**
 * Writes a projected document; nested items have their links.
 *
 * @param members the result of {@linkcode projectedMembers}
 * @param entity the entity
 * @param request the prefix of URIs, and the targets that were loaded for the entity
 */
export function writeMembers(
  members: readonly ProjectedMember[],
  entity: object,
  { base, loaded, linksOf }: MembersRequest,
): Record<string, unknown> {
  return Object.fromEntries(members.map(({ name, property, members: nested, collection, write, isNull }) => {
    if (isNull) return [name, null];
    // Described properties are read by name.
    const value = loaded?.get(name) ?? (entity as Record<string, unknown>)[property];
    if (value === null || value === undefined) return [name, null];
    if (nested === undefined) return [name, write === undefined ? value : write(value, base)];
    const one = (held: object) => {
      const document = writeMembers(nested, held, { base, linksOf });
      return collection === undefined ? document : { ...document, _links: linksOf(collection, held) };
    };
    return [name, Array.isArray(value) ? value.map(one) : one(value)];
  }));
}

/** The associations whose targets a projection looks into. */
export function projectedAssociations(
  members: readonly ProjectedMember[],
  associations: Iterable<Association>,
): Association[] {
  const looked = new Set(members.filter(({ isNull }) => !isNull).map(({ name }) => name));
  return [...associations].filter(({ name, property }) => property !== undefined && looked.has(name));
}
