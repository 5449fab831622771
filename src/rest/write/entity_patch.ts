import { loadJsonPatch } from "../../../deps.ts";
import { targetIds } from "../export/association.ts";
import { type Association, type ExportedCollection } from "../export/exported_collection.ts";
import { shownFields } from "../export/document_fields.ts";
import type { Field } from "../export/field.ts";
import type { JsonWriters } from "../hal/json_writer.ts";
import type { PointerTargets } from "./pointer_targets.ts";
import type { EntityReader } from "./entity_reader.ts";
import { jsonPatch, type PatchedTarget } from "./json_patch.ts";
import { mergePatch } from "./merge_patch.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";
import { isJsonObject } from "./json_object.ts";

/** The media types of patches. */
export const patchTypes: readonly string[] = [
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/json",
];

/** The result of a patch. */
export interface PatchedDocument {
  readonly json: Record<string, unknown>;
  /** The fields that the patch changed. */
  readonly fields: readonly Field[];
}

/** Options of {@linkcode patchedDocument}. */
export interface PatchOptions {
  readonly collection: ExportedCollection;
  readonly entity: object;
  readonly reader: EntityReader;
  readonly writers: JsonWriters;
  readonly pointerTargets: PointerTargets;
  /** Maximum number of operations of a JSON Patch. */
  readonly maxOperations: number;
}

/**
 * Applies a patch to the document with the properties that clients may write. A JSON Patch may also test and copy
 * properties that clients may only read. The entity itself is not changed, so a failed patch has no effect.
 *
 * @param mediaType one of {@linkcode patchTypes}
 * @param patch the request's body
 * @param options the entity and its collection
 * @throws UnreadableBodyError when the patch can't be applied
 */
export async function patchedDocument(
  mediaType: string,
  patch: unknown,
  options: PatchOptions,
): Promise<PatchedDocument> {
  const { reader } = options;
  const before = writableDocument(options);
  const json = mediaType === "application/json-patch+json"
    ? jsonPatch(await loadJsonPatch(), targetOf(before, options), patch)
    : mergePatch(before, requireObject(patch));
  if (!isJsonObject(json)) throw new UnreadableBodyError("Cannot apply the patch as the result must be an object");
  const isChanged = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(json[name]);
  return { json, fields: reader.writableFields.filter((field) => isChanged(reader.nameOf(field))) };
}

function targetOf(before: Record<string, unknown>, options: PatchOptions): PatchedTarget {
  const { collection, entity, writers, pointerTargets, maxOperations } = options;
  const shown = shownFields(collection).map((field) => [field.name, memberOf(entity, field, writers)]);
  return { document: { ...Object.fromEntries(shown), ...before }, pointerTargets, maxOperations };
}

function memberOf(entity: object, { property, descriptor }: Field, writers: JsonWriters): unknown {
  // Described properties are read by name.
  const value = (entity as Record<string, unknown>)[property];
  if (value === null || value === undefined) return null;
  const write = writers.of(descriptor);
  return write === undefined ? value : write(value, "");
}

function writableDocument({ reader, entity, writers }: PatchOptions): Record<string, unknown> {
  return Object.fromEntries(reader.writableFields.map((field) => {
    const association = reader.associationOf(field);
    if (association !== undefined) return [association.name, associationUris(association, entity)];
    return [field.name, memberOf(entity, field, writers)];
  }));
}

function associationUris(association: Association, entity: object): unknown {
  const uris = targetIds(association, entity).map((id) => association.target.itemHref("", id));
  return association.many ? uris : uris[0] ?? null;
}

function requireObject(patch: unknown): unknown {
  if (isJsonObject(patch)) return patch;
  throw new UnreadableBodyError("Cannot apply the patch as a merge patch must be an object");
}
