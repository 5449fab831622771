import type { ExportedCollection } from "../export/exported_collection.ts";
import { RepositoryConstraintViolationError } from "./repository_constraint_violation_error.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";
import { readValue } from "./value_reader.ts";
import { mustNotBeNull } from "./wrong_value.ts";

/**
 * Decides the id of an entity that a client creates: its own, where the body names one, or a new UUID for ids that are
 * texts.
 *
 * @param collection the entity's collection
 * @param json the request's body
 * @returns the id, or `undefined` where the database makes it
 * @throws UnreadableBodyError when the id has the wrong type
 * @throws RepositoryConstraintViolationError when an id is needed and none can be made, or no URI leads to it
 */
export function newEntityId(collection: ExportedCollection, json: Readonly<Record<string, unknown>>): unknown {
  const { id, description, type } = collection;
  if (description.entity.generatedId === "database") return undefined;
  const sent = Object.hasOwn(json, id.name) ? json[id.name] : undefined;
  if (sent === undefined || sent === null) {
    if (id.descriptor.kind === "scalar" && ["ID", "String", "Uuid"].includes(id.descriptor.name)) {
      return crypto.randomUUID();
    }
    throw violation(collection, null, mustNotBeNull);
  }
  const read = readValue(id.descriptor, sent, { path: id.name });
  if ("value" in read) {
    if (collection.isAddressable(read.value)) return read.value;
    throw violation(collection, sent, "must give the item a URI of its own");
  }
  const error = { entity: type.name, property: id.name, invalidValue: sent, message: read.message };
  throw new UnreadableBodyError(`Cannot read the request body as property "${id.name}" ${read.message}`, {
    errors: [error],
  });
}

function violation(
  { type, id }: ExportedCollection,
  invalidValue: unknown,
  message: string,
): RepositoryConstraintViolationError {
  return new RepositoryConstraintViolationError([{ entity: type.name, property: id.name, invalidValue, message }]);
}
