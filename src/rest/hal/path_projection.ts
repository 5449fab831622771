import type { TypeDescription } from "../../kernel/mod.ts";
import { descriptionOf } from "../../kernel/mod.ts";
import type { Association } from "../export/association.ts";
import { type Field, fieldsOf, targetClassOf } from "../export/field.ts";
import type { JsonWriter, JsonWriters } from "./json_writer.ts";

/** One member of a projected document. */
export interface ProjectedMember {
  readonly name: string;
  readonly property: string;
  /** Members of the nested document; absent where the value is written whole. */
  readonly members?: readonly ProjectedMember[];
  readonly write: JsonWriter;
}

/** What {@linkcode projectedMembers} needs beside the paths. */
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
    const field = source.fields.find((candidate) => candidate.name === name);
    if (field === undefined) {
      throw new TypeError(`Cannot use ${source.subject} as "${group[0]}" must name a described property`);
    }
    const rest = group.map((path) => path.slice(name.length + 1)).filter((path) => path !== "");
    const { property, descriptor } = field;
    if (rest.length === 0) return { name, property, write: source.writers.of(descriptor) };
    const members = projectedMembers(rest, { ...source, fields: fieldsOf(nestedDescription(source, field)) });
    return { name, property, members, write: undefined };
  });
}

function nestedDescription({ subject }: ProjectionSource, field: Field): TypeDescription {
  const type = targetClassOf(field.descriptor);
  const description = type === undefined ? undefined : descriptionOf(type);
  if (description !== undefined) return description;
  throw new TypeError(`Cannot use ${subject} as "${field.name}" must be described as an object to be looked into`);
}

/**
 * Writes a projected document.
 *
 * @param members what {@linkcode projectedMembers} found
 * @param entity the entity
 * @param options what URIs begin with, and the targets that were loaded for the entity
 */
export function writeMembers(
  members: readonly ProjectedMember[],
  entity: object,
  options: { readonly base: string; readonly loaded?: ReadonlyMap<string, unknown> },
): Record<string, unknown> {
  return Object.fromEntries(members.map(({ name, property, members: nested, write }) => {
    // Described properties are read by name.
    const value = options.loaded?.get(name) ?? (entity as Record<string, unknown>)[property];
    if (value === null || value === undefined) return [name, null];
    if (nested === undefined) return [name, write === undefined ? value : write(value, options.base)];
    const one = (held: unknown) => writeMembers(nested, held as object, { base: options.base });
    return [name, Array.isArray(value) ? value.map(one) : one(value)];
  }));
}

/** The associations whose targets a projection looks into. */
export function projectedAssociations(
  members: readonly ProjectedMember[],
  associations: Iterable<Association>,
): Association[] {
  const looked = new Set(members.map(({ name }) => name));
  return [...associations].filter(({ name, property }) => property !== undefined && looked.has(name));
}
