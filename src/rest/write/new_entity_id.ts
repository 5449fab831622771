import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import { idFromUri } from "./entity_uri.ts";
import { RepositoryConstraintViolationError } from "./repository_constraint_violation_error.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";
import { type ReadValue, readValue } from "./value_reader.ts";
import { mustNotBeNull } from "./wrong_value.ts";

/**
 * Returns the id of an entity that a client creates: the id in the body, or a new UUID for text ids. For a composite id,
 * the body contains each property; references are URIs, like associations.
 *
 * @param collection the entity's collection
 * @param json the request's body
 * @returns the id, or `undefined` if the database generates it
 * @throws UnreadableBodyError when the id has the wrong type
 * @throws RepositoryConstraintViolationError when the id is missing and can't be generated, or can't be part of a URI
 */
export function newEntityId(collection: ExportedCollection, json: Readonly<Record<string, unknown>>): unknown {
  const { id, description } = collection;
  if (description.entity.generatedId === "database") return undefined;
  const made = id.of(Object.fromEntries(id.fields.map((field) => [field.property, partOf(collection, field, json)])));
  if (collection.isAddressable(made)) return made;
  const [{ name }] = id.fields as [Field];
  throw violation(collection, name, { invalidValue: json[name], message: "must give the item a URI of its own" });
}

function partOf(collection: ExportedCollection, field: Field, json: Readonly<Record<string, unknown>>): unknown {
  const association = collection.associations.values().find(({ property }) => property === field.property);
  const name = association?.name ?? field.name;
  const sent = Object.hasOwn(json, name) ? json[name] : undefined;
  if (sent === undefined || sent === null) {
    if (isMadeHere(collection, field)) return crypto.randomUUID();
    if (field.initial !== undefined) return field.initial();
    throw violation(collection, name, { invalidValue: null, message: mustNotBeNull });
  }
  const read = association === undefined
    ? readValue(field.descriptor, sent, { path: name })
    : linkedId(association.target, sent, name);
  if ("value" in read) return read.value;
  const error = { entity: collection.type.name, property: name, invalidValue: sent, message: read.message };
  throw new UnreadableBodyError(`Cannot read the request body as property "${name}" ${read.message}`, {
    errors: [error],
  });
}

/** Whether a missing part of an id becomes a new UUID; a part of a composite id must be described as generated. */
function isMadeHere({ id }: ExportedCollection, { descriptor, isGenerated }: Field): boolean {
  if (id.isComposite && isGenerated !== true) return false;
  return descriptor.kind === "scalar" && ["ID", "String", "Uuid"].includes(descriptor.name);
}

function linkedId(target: ExportedCollection, sent: unknown, path: string): ReadValue {
  const value = typeof sent === "string" ? idFromUri(sent, target) : undefined;
  return value === undefined ? { message: `must be the URI of an item of "${target.path}"`, path, sent } : { value };
}

function violation(
  { type }: ExportedCollection,
  property: string,
  wrong: { readonly invalidValue: unknown; readonly message: string },
): RepositoryConstraintViolationError {
  return new RepositoryConstraintViolationError([{ entity: type.name, property, ...wrong }]);
}
